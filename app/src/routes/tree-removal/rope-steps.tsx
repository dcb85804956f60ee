import { GrowthRings } from "../../components/drawings/growth-rings";
import { Knot } from "../../components/drawings/knot";
import { cn } from "../../components/ui/cn";
import type { Points } from "../../content/sections";

/** Step n has n rings, and each ring makes it larger: size, and the line that looks 2.5 px at it. */
const discs = [
  { size: "size-9", stroke: 3.3 },
  { size: "size-12", stroke: 2.5 },
  { size: "size-16", stroke: 1.9 },
  { size: "size-20", stroke: 1.5 },
] as const;

/** The steps of a process, one below the other on a rope that ends in a figure-eight knot. */
export function RopeSteps({ steps }: { steps: Points }) {
  return (
    <div className="[--rope:4rem] md:[--rope:5rem]">
      <ol>
        {Object.entries(steps).map(([title, text], index) => {
          const { size, stroke } = discs[index] ?? discs[3];
          return (
            <li
              key={title}
              className="relative grid grid-cols-[var(--rope)_1fr] gap-x-4 pb-room-12 md:gap-x-10 lg:pb-16"
            >
              <span
                aria-hidden="true"
                className="absolute inset-y-0 left-[calc(var(--rope)/2)] w-[3px] -translate-x-1/2 bg-bark-500"
              />
              <span className="relative flex h-20 items-center justify-center">
                <span className={cn(size, "rounded-full bg-paper-100 text-bark-800")}>
                  <GrowthRings
                    rings={index + 1}
                    seed={index + 3}
                    strokeWidth={stroke}
                    className="size-full"
                  />
                </span>
              </span>
              <div className="pt-4 max-md:pt-6">
                <h3 className="text-xl sm:text-2xl">{title}</h3>
                <p className="mt-room-3 max-w-text">{text}</p>
              </div>
            </li>
          );
        })}
      </ol>
      <Knot className="-mt-1 ml-[calc(var(--rope)/2)] h-16 w-auto -translate-x-1/2 text-bark-500" />
    </div>
  );
}
