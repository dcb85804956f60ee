import { cn } from "../../components/ui/cn";
import type { StormSeason } from "./content";

/** The months, and where each begins and ends: one column each. */
const MONTHS = [
  { initial: "J", from: "col-start-1", to: "col-end-2" },
  { initial: "F", from: "col-start-2", to: "col-end-3" },
  { initial: "M", from: "col-start-3", to: "col-end-4" },
  { initial: "A", from: "col-start-4", to: "col-end-5" },
  { initial: "M", from: "col-start-5", to: "col-end-6" },
  { initial: "J", from: "col-start-6", to: "col-end-7" },
  { initial: "J", from: "col-start-7", to: "col-end-8" },
  { initial: "A", from: "col-start-8", to: "col-end-9" },
  { initial: "S", from: "col-start-9", to: "col-end-10" },
  { initial: "O", from: "col-start-10", to: "col-end-11" },
  { initial: "N", from: "col-start-11", to: "col-end-12" },
  { initial: "D", from: "col-start-12", to: "col-end-13" },
] as const;

/** The year, and when its storms come. Drawn: the text beside it says the same. */
export function StormMonths({ seasons }: { seasons: readonly StormSeason[] }) {
  return (
    <div
      aria-hidden="true"
      className="grid @max-large-text:hidden grid-cols-12 gap-y-2 text-sm md:text-base"
    >
      {seasons.map(({ name, from, to }) => {
        const begin = MONTHS[from - 1]?.from;
        const end = MONTHS[to - 1]?.to;
        return (
          <span key={name} className="col-span-full grid grid-cols-subgrid font-semibold">
            {/* A name that would not fit behind its beginning stands before its end. */}
            <span
              className={cn(
                "row-start-1",
                from > 6 ? ["col-start-1 text-right", end] : [begin, "col-end-13"],
              )}
            >
              {name}
            </span>
            <span className={cn("row-start-2 h-5 bg-storm-700", begin, end)} />
          </span>
        );
      })}
      {MONTHS.map(({ initial, from }) => (
        <span
          key={from}
          className="mt-2 border-bark-500 border-t-2 border-l pt-1 pl-1.5 text-bark-500"
        >
          {initial}
        </span>
      ))}
    </div>
  );
}
