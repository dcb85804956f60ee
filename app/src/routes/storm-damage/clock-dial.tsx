import { GrowthRings } from "../../components/drawings/growth-rings";

/** The point at an hour of the face, at a distance from its centre. */
function at(hour: number, distance: number): string {
  const angle = (hour / 12) * 2 * Math.PI;
  return `${(24 + distance * Math.sin(angle)).toFixed(1)} ${(24 - distance * Math.cos(angle)).toFixed(1)}`;
}

const HOURS = Array.from({ length: 12 }, (_, hour) => hour);

const className =
  "relative size-16 rounded-full bg-canopy-950 text-lime-400 [box-shadow:0_0_0_0.5rem_var(--color-canopy-950)] md:size-20";

/** A span of time after a call: on a clock's face, or, from a day on, as rings, one for each day. */
export function ClockDial({ from, to }: { from: number; to: number }) {
  if (from >= 24) {
    return <GrowthRings rings={to / 24} seed={5} className={className} />;
  }
  const large = to - from > 6 ? 1 : 0;
  // An arc from twelve to twelve would have no length.
  const end = Math.min(to, 11.99);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      className={className}
    >
      <circle cx="24" cy="24" r="22" strokeWidth="2" />
      {to > from && (
        <path
          d={`M24 24L${at(from, 17)}A17 17 0 ${large} 1 ${at(end, 17)}Z`}
          fill="currentColor"
          stroke="none"
        />
      )}
      <path
        d={HOURS.map((hour) => `M${at(hour, 18.5)}L${at(hour, 20)}`).join("")}
        strokeWidth="1.5"
      />
      {to === from && <path d="M24 24V8" strokeWidth="3" />}
      <circle cx="24" cy="24" r="2.5" fill="currentColor" stroke="none" />
    </svg>
  );
}
