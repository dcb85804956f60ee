import { LatePicture } from "../../components/picture";
import { cn } from "../../components/ui/cn";
import type { FeetLeft } from "./content";

/** The pine's height in feet and its frame, as classes: the page's policy allows no style attributes. */
const toScale: Record<FeetLeft, { height: string; frame: string }> = {
  90: { height: "h-[calc(90*var(--foot))]", frame: "aspect-43/117" },
  62: { height: "h-[calc(62*var(--foot))]", frame: "aspect-[430/806]" },
  2: { height: "h-[calc(2*var(--foot))]", frame: "aspect-60/17" },
};

/**
 * A pine cut down to a height in feet, with its dimension line. `--foot` is the length of a foot on the page. The
 * trunk without its top loses pieces as the visitor scrolls (`styles/motion.css`).
 */
export function Pine({
  feet,
  ground,
  className,
}: {
  feet: FeetLeft;
  /** The background color of the figure, which interrupts the line. */
  ground: string;
  className?: string;
}) {
  const { height, frame } = toScale[feet];
  const shown = (
    <>
      <span>{feet}</span> ft
    </>
  );
  return (
    <div aria-hidden="true" className={cn(feet === 62 && "pine-in-pieces", className)}>
      <div className={cn("flex items-stretch gap-2 lg:gap-4", height)}>
        <LatePicture
          name={`tree-removal/pine-${feet}`}
          className={cn("pine-drawing h-full shrink-0", frame)}
        />
        <span className="pine-measure relative flex w-2.5 items-center justify-center border-current border-y-2 lg:w-4">
          <span className="absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 bg-current" />
          {feet > 10 && (
            <span
              className={cn(
                "pine-feet figures relative rotate-180 whitespace-nowrap py-2 text-lg leading-none [writing-mode:vertical-rl] max-lg:hidden",
                ground,
              )}
            >
              {shown}
            </span>
          )}
        </span>
      </div>
      <span className="pine-feet figures mt-1 block text-center text-sm lg:hidden">{shown}</span>
    </div>
  );
}
