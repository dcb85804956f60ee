import { cn } from "../../components/ui/cn";
import { type StumpSize, sizes } from "./content";

/** The end of a line, in inches, as a class: the page's policy allows no style attributes. */
const toScale: Record<NonNullable<StumpSize["to"]>, string> = {
  12: "w-[calc(12*var(--inch))]",
  24: "w-[calc(24*var(--inch))]",
  36: "w-[calc(36*var(--inch))]",
};

/** The line of the class without an upper limit: longer than the others, and open at its end. */
const OPEN_END = "w-[calc(46*var(--inch))] border-r-0!";

/** The size classes, for reading and comparing. The lines of all diameters have one scale. For dark backgrounds. */
export function SizeTable() {
  return (
    <table className="w-full border-collapse text-left [--inch:0.11rem] sm:[--inch:0.22rem] lg:[--inch:0.42rem] @max-large-text:[&_:is(th,td)]:block">
      <caption className="sr-only">{sizes.heading}</caption>
      <thead>
        <tr className="text-paper-200 text-sm">
          <th scope="col" className="py-3 pr-2 font-semibold sm:pr-4">
            Size
          </th>
          <th scope="col" className="py-3 pr-2 font-semibold sm:pr-4">
            Across, at the ground
          </th>
          <th scope="col" className="py-3 font-semibold">
            Grinding time
          </th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(sizes.items).map(([name, { to, diameter, time, example }]) => (
          <tr key={name} className="border-bark-500 border-t align-top">
            <th scope="row" className="py-room-5 pr-2 font-normal sm:pr-4">
              <span className="block font-display font-extrabold text-lg tracking-tight">
                {name}
              </span>
              <span className="block text-paper-200 text-sm">{example}</span>
            </th>
            <td className="py-room-5 pr-2 sm:pr-4">
              <span className="figures block whitespace-nowrap text-base sm:text-lg lg:text-xl">
                {diameter}
              </span>
              <span
                aria-hidden="true"
                className={cn(
                  "dimension-line mt-2 block text-lime-400",
                  to ? toScale[to] : OPEN_END,
                )}
              />
            </td>
            <td className="figures whitespace-nowrap py-room-5 text-base sm:text-lg lg:text-xl">
              {time}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
