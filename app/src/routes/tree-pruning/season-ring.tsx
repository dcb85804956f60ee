import { ringPath } from "../../components/drawings/organic-path";

const CENTER = 210;
/** The radii of the ring of months, between the bark and the wood. */
const OUTER = 204;
const INNER = 150;

const seasons = [
  { months: ["Dec", "Jan", "Feb"], fill: "var(--color-paper-200)", ink: "var(--color-bark-800)" },
  { months: ["Mar", "Apr", "May"], fill: "var(--color-lime-400)", ink: "var(--color-canopy-950)" },
  { months: ["Jun", "Jul", "Aug"], fill: "var(--color-canopy-500)", ink: "var(--color-paper-0)" },
  { months: ["Sep", "Oct", "Nov"], fill: "var(--color-bark-500)", ink: "var(--color-paper-50)" },
];

/** Returns a point on the ring, in twelfths of a year since the beginning of December, which is at nine o'clock. */
function at(month: number, radius: number): [string, string] {
  const angle = Math.PI + (month / 12) * 2 * Math.PI;
  return [
    (CENTER + radius * Math.cos(angle)).toFixed(1),
    (CENTER + radius * Math.sin(angle)).toFixed(1),
  ];
}

/** The year as a tree's growth: a ring of twelve months around the rings of earlier years. */
export function SeasonRing({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 420 420" className={className}>
      {seasons.map(({ months, fill, ink }, season) => {
        const from = season * 3;
        const to = from + 3;
        return (
          <g key={fill}>
            <path
              d={`M${at(from, OUTER)}A${OUTER} ${OUTER} 0 0 1 ${at(to, OUTER)}L${at(to, INNER)}A${INNER} ${INNER} 0 0 0 ${at(from, INNER)}Z`}
              fill={fill}
            />
            {months.map((name, month) => {
              const [x, y] = at(from + month + 0.5, (OUTER + INNER) / 2);
              return (
                <text
                  key={name}
                  x={x}
                  y={y}
                  dy="6"
                  textAnchor="middle"
                  fontSize="18"
                  fontWeight="700"
                  fill={ink}
                >
                  {name}
                </text>
              );
            })}
          </g>
        );
      })}
      <g
        fill="none"
        stroke="var(--color-canopy-200)"
        strokeWidth="1.5"
        transform={`translate(${CENTER} ${CENTER})`}
      >
        {[8, 20, 34, 46, 61, 72, 86, 99, 110, 124, 137].map((radius) => (
          <path
            key={radius}
            d={ringPath(0, radius, 0.045, radius, 0)}
            opacity={(0.35 + radius / 300).toFixed(2)}
          />
        ))}
      </g>
    </svg>
  );
}
