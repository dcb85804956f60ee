import { crownPath } from "../../components/drawings/organic-path";
import { cn } from "../../components/ui/cn";
import type { FeetLeft } from "./content";

/** Units of the drawing for one foot. */
const FOOT = 6;
/** A pine that nobody has cut yet, in feet. */
const WHOLE = 90;

/** A pine's height in feet, as a class: the page's policy allows no style in an attribute. */
const toScale: Record<FeetLeft, string> = {
  90: "h-[calc(90*var(--foot))]",
  62: "h-[calc(62*var(--foot))]",
  2: "h-[calc(2*var(--foot))]",
};

/**
 * A loblolly pine cut down to a height in feet, and its dimension line. All of a page's pines are
 * drawn to one scale: `--foot` is what a foot measures there.
 */
export function Pine({
  feet,
  ground,
  className,
}: {
  feet: FeetLeft;
  /** The ground that the figure interrupts its line with. */
  ground: string;
  className?: string;
}) {
  const height = feet * FOOT;
  // The trunk widens by an inch or so in five feet.
  const top = 5 + 9 * (1 - feet / WHOLE);
  // Room for the crown, also where it is gone: the trunks stand below each other.
  const width = feet > 10 ? 168 : 64;
  const centre = width / 2;
  return (
    <div aria-hidden="true" className={className}>
      <div className={cn("flex items-stretch gap-2 lg:gap-4", toScale[feet])}>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${width} ${height}`}
          className="h-full w-auto overflow-visible"
        >
          <path
            d={`M${centre - top} ${feet < WHOLE ? 0 : 40}H${centre + top}L${centre + 13} ${height - 8}l9 8H${centre - 22}l9-8z`}
            fill="var(--color-bark-800)"
          />
          <path
            d={`M${centre - top} ${feet < WHOLE ? 0 : 40}h${top}L${centre - 3} ${height}h-19l9-8z`}
            fill="var(--color-bark-500)"
          />
          {feet < WHOLE && (
            <ellipse cx={centre} cy="0" rx={top} ry="3.5" fill="var(--color-paper-200)" />
          )}
          {feet === WHOLE && <Tuft centre={centre} />}
        </svg>
        <span className="relative flex w-2.5 items-center justify-center border-current border-y-2 lg:w-4">
          <span className="absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 bg-current" />
          {feet > 10 && (
            <span
              className={cn(
                "figures relative rotate-180 whitespace-nowrap py-2 text-xl leading-none [writing-mode:vertical-rl] max-lg:hidden",
                ground,
              )}
            >
              {feet} ft
            </span>
          )}
        </span>
      </div>
      <span className="figures mt-1 block text-center text-sm lg:hidden">{feet} ft</span>
    </div>
  );
}

/** The high tuft of a loblolly, lit from the upper left. */
function Tuft({ centre }: { centre: number }) {
  const branches: [number, number, number, number, number][] = [
    [centre - 34, 176, 42, 24, 5],
    [centre + 38, 150, 44, 24, 6],
    [centre - 30, 110, 48, 28, 7],
    [centre + 26, 78, 46, 28, 8],
    [centre - 4, 36, 44, 34, 9],
  ];
  return (
    <>
      <path
        d={`M${centre} 200l-38-24M${centre} 176l40-26M${centre} 140l-34-30M${centre} 110l28-30`}
        stroke="var(--color-bark-500)"
        strokeWidth="5"
      />
      {branches.map(([x, y, rx, ry, seed]) => (
        <g key={seed}>
          <path d={crownPath(x, y, rx, ry, 11, seed)} fill="var(--color-canopy-700)" />
          <path
            d={crownPath(x - rx * 0.16, y - ry * 0.24, rx * 0.68, ry * 0.6, 9, seed + 20)}
            fill="var(--color-canopy-500)"
          />
        </g>
      ))}
    </>
  );
}
