import { cn } from "../../components/ui/cn";
import { stormMonths } from "../../content/region";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** The year with its storm seasons. It is only a drawing, because the text beside it says the same. */
export function StormMonths() {
  return (
    <div
      aria-hidden="true"
      className="grid @max-large-text:hidden grid-cols-12 gap-y-2 text-sm md:text-base"
    >
      {Object.entries(stormMonths).map(([name, [from = 1, to = from]]) => {
        // One column per month. `styles/app.css` generates these classes.
        const begin = `col-start-${from}`;
        const end = `col-end-${(from > to ? 12 : to) + 1}`;
        return (
          <span key={name} className="col-span-full grid grid-cols-subgrid font-semibold">
            {/* A name that would not fit to the right of its start is placed to the left of its end. */}
            <span
              className={cn(
                "row-start-1",
                from > 6 ? ["col-start-1 text-right", end] : [begin, "col-end-13"],
              )}
            >
              {name}
            </span>
            <span className={cn("row-start-2 h-5 bg-storm-700", begin, end)} />
            {/* The rest of a season across the year's end. */}
            {from > to && (
              <span className={`col-start-1 row-start-2 h-5 bg-storm-700 col-end-${to + 1}`} />
            )}
          </span>
        );
      })}
      {MONTHS.map((name) => (
        <span
          key={name}
          className="mt-2 border-bark-500 border-t-2 border-l pt-1 pl-1.5 text-bark-500"
        >
          {name[0]}
        </span>
      ))}
    </div>
  );
}
