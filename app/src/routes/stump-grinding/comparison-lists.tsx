import { cn } from "../../components/ui/cn";
import { doItYourself, professional } from "./content";

const sides = [
  {
    ...professional,
    className: "on-dark rounded-lg bg-canopy-900 text-paper-50 lg:-my-6 lg:py-14",
    line: "border-canopy-700",
    mark: "m4 12.5 5.5 5.5L20 7",
    markStyle: "text-lime-400",
  },
  {
    ...doItYourself,
    className:
      "border-2 border-bark-500 border-dashed max-lg:rounded-lg lg:rounded-r-lg lg:border-l-0",
    line: "border-paper-200",
    mark: "M5 12h14",
    markStyle: "text-bark-500",
  },
];

/** Two lists whose lines correspond: the company's first, on the darker background. */
export function ComparisonLists() {
  return (
    <div className="grid gap-y-4 lg:grid-cols-[1.25fr_1fr] lg:gap-y-0">
      {sides.map(({ heading, text, items, className, line, mark, markStyle }) => (
        <div
          key={heading}
          className={cn(
            "@max-large-text:px-2 px-5 py-room-8 md:px-10 lg:row-span-6 lg:grid lg:grid-rows-subgrid",
            className,
          )}
        >
          <div className="pb-room-5">
            <h3>{heading}</h3>
            <p className="mt-room-2">{text}</p>
          </div>
          <ul className="lg:row-span-5 lg:grid lg:grid-rows-subgrid">
            {items.map((item) => (
              <li key={item} className={cn("flex items-start gap-4 border-t py-room-4", line)}>
                <svg
                  aria-hidden="true"
                  viewBox="0 0 24 24"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="3.5"
                  className={cn("mt-0.5 size-6 shrink-0", markStyle)}
                >
                  <path d={mark} />
                </svg>
                <span>{item}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
