import { GrowthRings } from "../../components/drawings/growth-rings";
import { LatePicture } from "../../components/picture";
import { cn } from "../../components/ui/cn";
import type { PictureCard } from "../../content/sections";

/** Step n has n rings, and each ring makes it larger: size, and the line that looks 2.5 px at it. */
const discs = [
  { size: "size-7", stroke: 4.2 },
  { size: "size-9", stroke: 3.3 },
  { size: "size-11", stroke: 2.7 },
  { size: "size-13", stroke: 2.3 },
] as const;

/** The steps side by side on one strip of ground, each with what it leaves of the stump. */
export function GrindingSteps({ steps }: { steps: readonly PictureCard[] }) {
  return (
    <ol className="grid grid-cols-2 gap-x-4 gap-y-room-10 sm:gap-x-0 xl:grid-cols-4">
      {steps.map(({ picture, title, text }, index) => {
        const { size, stroke } = discs[index] ?? discs[3];
        return (
          <li key={title}>
            <LatePicture name={picture} className="aspect-5/3 w-full" />
            <div className="pt-room-6 sm:pr-8">
              <h3 className="flex min-h-13 items-center gap-3 text-lg sm:text-xl">
                <GrowthRings
                  rings={index + 1}
                  seed={index + 6}
                  strokeWidth={stroke}
                  className={cn(size, "shrink-0 text-bark-800")}
                />
                {title}
              </h3>
              <p className="max-md:text-sm sm:mt-2">{text}</p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
