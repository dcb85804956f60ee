import { business } from "../../content/business";

const WIDTH = 384;
const HOURS = Array.from({ length: 25 }, (_, hour) => hour);
/** The labels of the hours: every sixth, with the outer ones inside the drawing. */
const NUMERALS = [
  { hour: 0, name: "12 AM", anchor: "start" },
  { hour: 6, name: "6 AM", anchor: "middle" },
  { hour: 12, name: "Noon", anchor: "middle" },
  { hour: 18, name: "6 PM", anchor: "middle" },
  { hour: 24, name: "12 AM", anchor: "end" },
] as const;
const at = (hour: number) => (hour / 24) * WIDTH;

/** A workday drawn to scale, with its dimension line: the office by day, emergencies around the clock. */
export function WorkingHours() {
  const { opens, closes } = business.hours;
  return (
    <svg
      aria-hidden="true"
      viewBox={`-2 0 ${WIDTH + 4} 74`}
      fill="none"
      stroke="currentColor"
      className="mt-3 mb-2 w-full"
    >
      {HOURS.map((hour) => (
        <path
          key={hour}
          d={`M${at(hour)} 30v${hour % 6 === 0 ? -9 : -5}`}
          strokeWidth="1.5"
          opacity=".55"
        />
      ))}
      <path
        d={`M${at(opens)} 24h${at(closes - opens)}`}
        stroke="var(--color-canopy-700)"
        strokeWidth="12"
      />
      <path
        d={`M${at(opens)} 4v12M${at(closes)} 4v12M${at(opens)} 10h${at(closes - opens)}`}
        strokeWidth="1.5"
      />
      <path d={`m${at(opens) + 6} 6-6 4 6 4M${at(closes) - 6} 6l6 4-6 4`} strokeWidth="1.5" />
      <path d={`M0 44h${WIDTH}`} stroke="var(--color-orange-600)" strokeWidth="4" />
      <g
        fill="currentColor"
        stroke="none"
        fontSize="20"
        className="font-medium font-sans tracking-normal"
      >
        {NUMERALS.map(({ hour, name, anchor }) => (
          <text key={hour} x={at(hour)} y="68" textAnchor={anchor}>
            {name}
          </text>
        ))}
      </g>
    </svg>
  );
}
