import { cn } from "../../components/ui/cn";
import { stormMonths } from "../../content/region";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

// One column per month. `styles/app.css` generates these classes.
const begin = (month: number) => `col-start-${month}`;
const end = (month: number) => `col-end-${month + 1}`;

/** The year with its storm seasons. It is only a drawing, because the text beside it says the same. */
export function StormMonths() {
  return (
    <div
      aria-hidden="true"
      className="grid @max-large-text:hidden grid-cols-12 gap-y-2 text-sm md:text-base"
    >
      {Object.entries(stormMonths).map(([name, [from, to]]) => {
        // A season across the year's end is drawn at both ends of the year.
        const bars = from > to ? [[from, 12] as const, [1, to] as const] : [[from, to] as const];
        return (
          <span key={name} className="col-span-full grid grid-cols-subgrid font-semibold">
            {/* A name that would not fit to the right of its start is placed to the left of its end. */}
            <span
              className={cn(
                "row-start-1",
                from > 6
                  ? ["col-start-1 text-right", end(from > to ? 12 : to)]
                  : [begin(from), "col-end-13"],
              )}
            >
              {name}
            </span>
            {bars.map(([first, last]) => (
              <span
                key={first}
                className={cn("row-start-2 h-5 bg-storm-700", begin(first), end(last))}
              />
            ))}
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
