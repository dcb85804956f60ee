import { GrowthRings } from "../../components/drawings/growth-rings";
import { LatePicture } from "../../components/picture";
import { cn } from "../../components/ui/cn";
import { steps } from "./content";

/** Step n has n rings, and each ring makes it larger. */
const sizes = ["size-7", "size-9", "size-11", "size-13"];

/** The steps side by side on one strip of ground, each with what it leaves of the stump. */
export function GrindingSteps() {
  return (
    <ol className="grid grid-cols-2 gap-x-4 gap-y-room-10 sm:gap-x-0 xl:grid-cols-4">
      {steps.items.map(({ picture, title, text }, index) => (
        <li key={title}>
          <LatePicture name={picture} className="aspect-5/3 w-full" />
          <div className="pt-room-6 sm:pr-8">
            <h3 className="flex min-h-13 items-center gap-3 text-lg sm:text-xl">
              <GrowthRings
                rings={index + 1}
                seed={index + 6}
                className={cn(sizes[index], "shrink-0 text-bark-800")}
              />
              {title}
            </h3>
            <p className="max-md:text-sm sm:mt-2">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
