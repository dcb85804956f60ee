import { GrowthRings } from "../../components/drawings/growth-rings";
import { Knot } from "../../components/drawings/knot";
import { cn } from "../../components/ui/cn";
import { steps } from "./content";

/** Step n has n rings, and each ring makes it larger. */
const sizes = ["size-9", "size-12", "size-16", "size-20"];

/** The steps of a process, one below the other on a rope that ends in a figure-eight knot. */
export function RopeSteps() {
  return (
    <div className="[--rope:4rem] md:[--rope:5rem]">
      <ol>
        {Object.entries(steps.items).map(([title, text], index) => (
          <li
            key={title}
            className="relative grid grid-cols-[var(--rope)_1fr] gap-x-4 pb-room-12 md:gap-x-10 lg:pb-16"
          >
            <span
              aria-hidden="true"
              className="absolute inset-y-0 left-[calc(var(--rope)/2)] w-[3px] -translate-x-1/2 bg-bark-500"
            />
            <span className="relative flex h-20 items-center justify-center">
              <GrowthRings
                rings={index + 1}
                seed={index + 3}
                className={cn(sizes[index], "rounded-full bg-paper-100 text-bark-800")}
              />
            </span>
            <div className="pt-4 max-md:pt-6">
              <h3 className="text-xl sm:text-2xl">{title}</h3>
              <p className="mt-room-3 max-w-text">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <Knot className="-mt-1 ml-[calc(var(--rope)/2)] h-16 w-auto -translate-x-1/2 text-bark-500" />
    </div>
  );
}
