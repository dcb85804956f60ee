import { GrowthRings } from "../../components/drawings/growth-rings";
import { LineDrawing } from "../../components/ui/line-drawing";
import { steps } from "./content";

/** The steps along a time line: down the page, or across it where there is room. */
export function ClockLine() {
  const items = Object.entries(steps.items);
  return (
    <ol className="grid gap-y-room-12 xl:grid-cols-4 xl:gap-x-10">
      {items.map(([title, { timing, text, hours }], index) => (
        <li
          key={title}
          className="relative grid @large-text:grid-cols-[4rem_1fr] gap-x-5 gap-y-3 md:grid-cols-[5rem_1fr] md:gap-x-8 xl:block"
        >
          {index < items.length - 1 && (
            <span
              aria-hidden="true"
              className="absolute top-0 bottom-[calc(var(--room)*-12)] left-8 @max-large-text:hidden w-0.5 bg-lime-400 md:left-10 xl:top-10 xl:-right-10 xl:bottom-auto xl:left-0 xl:h-0.5 xl:w-auto"
            />
          )}
          <ClockDial {...hours} />
          <div className="md:grid md:grid-cols-[13rem_1fr] md:gap-x-8 xl:mt-8 xl:block">
            <p className="figures whitespace-nowrap text-lime-400 text-xl">
              <Timing timing={timing} />
            </p>
            <div>
              <h3 className="mt-room-2 xl:mt-4">{title}</h3>
              <p className="max-w-text text-canopy-200 md:mt-2">{text}</p>
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Timing({ timing }: { timing: string }) {
  const [figure, unit] = timing.split(" ");
  return (
    <>
      {figure}
      {unit && <span className="text-lg tracking-tight"> {unit}</span>}
    </>
  );
}

/** Returns the point at an hour of the clock face, at a distance from its center. */
function at(hour: number, distance: number): string {
  const angle = (hour / 12) * 2 * Math.PI;
  return `${(24 + distance * Math.sin(angle)).toFixed(1)} ${(24 - distance * Math.cos(angle)).toFixed(1)}`;
}

const HOURS = Array.from({ length: 12 }, (_, hour) => hour);

const dialStyle =
  "relative size-16 rounded-full bg-canopy-950 text-lime-400 [box-shadow:0_0_0_0.5rem_var(--color-canopy-950)] md:size-20";

/** A span of time after a call: on a clock face or, from one day on, as one ring per day. */
function ClockDial({ from, to }: { from: number; to: number }) {
  if (from >= 24) return <GrowthRings rings={to / 24} seed={5} className={dialStyle} />;
  const large = to - from > 6 ? 1 : 0;
  // An arc from twelve to twelve would have no length.
  const end = Math.min(to, 11.99);
  return (
    <LineDrawing viewBox="0 0 48 48" className={dialStyle}>
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
    </LineDrawing>
  );
}
