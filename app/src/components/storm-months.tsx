import type { StormSeason } from "../content/storm-damage";

const MONTHS = ["J", "F", "M", "A", "M", "J", "J", "A", "S", "O", "N", "D"].map(
  (initial, index) => ({
    initial,
    number: index + 1,
  }),
);

/** The year, and when its storms come. Drawn: the text beside it says the same. */
export function StormMonths({ seasons }: { seasons: readonly StormSeason[] }) {
  return (
    <div aria-hidden="true" className="grid grid-cols-12 gap-y-2 text-sm md:text-base">
      {seasons.map(({ name, from, to }, row) => (
        <span
          key={name}
          className="col-span-full grid grid-cols-subgrid font-semibold"
          style={{ gridRow: row + 1 }}
        >
          <span
            className={from > 6 ? "text-right" : undefined}
            style={{ gridRow: 1, gridColumn: from > 6 ? `1 / ${to + 1}` : `${from} / -1` }}
          >
            {name}
          </span>
          <span
            className="h-5 bg-storm-700"
            style={{ gridRow: 2, gridColumn: `${from} / ${to + 1}` }}
          />
        </span>
      ))}
      {MONTHS.map(({ initial, number }) => (
        <span
          key={number}
          className="mt-2 border-bark-500 border-t-2 border-l pt-1 pl-1.5 text-bark-500"
        >
          {initial}
        </span>
      ))}
    </div>
  );
}
