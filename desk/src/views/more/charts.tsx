// Without a viewBox, a chart fills the width, and its numbers keep their size.

const HEIGHT = 132;

const NUMBER_HEIGHT = 24;

/** The maximum number of weeks with a number above each bar. */
const MAX_NUMBERED = 12;

interface WeekBarsProps {
  counts: number[];
  description: string;
  /** formats a count. If set, only the highest bar has a number */
  inWords?: (count: number) => string;
}

/** A bar for each week. The current week is drawn in outline. */
export function WeekBars({ counts, description, inWords }: WeekBarsProps) {
  const largest = Math.max(1, ...counts);
  const step = 100 / counts.length;
  return (
    <svg
      aria-label={description}
      className="block overflow-visible fill-(--color-bar)"
      height={HEIGHT}
      role="img"
      width="100%"
    >
      {counts.map((count, week) => {
        const height = count === 0 ? 2 : 2 + (count / largest) * (HEIGHT - NUMBER_HEIGHT - 4);
        const isNumbered =
          count > 0 &&
          ((counts.length <= MAX_NUMBERED && !inWords) || week === counts.indexOf(largest));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a week has no other name here.
          <g key={week}>
            <rect
              className={
                week === counts.length - 1 ? "fill-ground stroke-(--color-bar) stroke-2" : undefined
              }
              height={height}
              rx="2"
              width={`${step * 0.72}%`}
              x={`${step * (week + 0.14)}%`}
              y={HEIGHT - 1 - height}
            />
            {isNumbered && (
              <text
                className="fill-ink font-bold text-[min(0.9375rem,4vw)]"
                textAnchor={inWords ? anchorOf(week, counts.length) : "middle"}
                x={`${step * (week + 0.5)}%`}
                y={HEIGHT - height - 7}
              >
                {inWords ? inWords(count) : count.toLocaleString("en-US")}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function anchorOf(week: number, weeks: number) {
  if (week < 2) return "start";
  return week < weeks - 2 ? "middle" : "end";
}

/** A horizontal bar of a part of a whole. */
export function ShareBar({ part, whole }: { part: number; whole: number }) {
  const bar = (className: string, share: number) => (
    <rect className={className} height="8" rx="2" width={`${(100 * share) / (whole || 1)}%`} />
  );
  return (
    <svg aria-hidden="true" className="mt-1 block" height="8" width="100%">
      {bar("fill-line", whole || 1)}
      {part > 0 && bar("fill-(--color-bar)", part)}
    </svg>
  );
}
