import { cn } from "../../components/ui/cn";
import type { TreePackage } from "./content";
import { Crown } from "./crown";

/** Units of the drawing for one foot. */
const FOOT = 6;

/** A tree that the drawing is made of: where it stands and how tall it is, in feet. */
interface Tree {
  at: number;
  feet: number;
  /** Half the width of its crown, in feet. */
  spread: number;
}

/** A drawing's width in feet, as a class: the page's policy allows no style in an attribute. */
const toScale = {
  36: "w-[calc(36*var(--foot))]",
  88: "w-[calc(88*var(--foot))]",
} as const;

interface Drawing {
  width: keyof typeof toScale;
  trees: Tree[];
  measured: boolean;
}

/** What each package is for. */
const drawings: Record<TreePackage["name"], Drawing> = {
  "Young Tree": { width: 36, trees: [{ at: 24, feet: 25, spread: 9 }], measured: true },
  "Mature Crown": { width: 88, trees: [{ at: 46, feet: 66, spread: 38 }], measured: true },
  "Every Year": {
    width: 88,
    trees: [
      { at: 14, feet: 40, spread: 12 },
      { at: 34, feet: 54, spread: 13 },
      { at: 50, feet: 28, spread: 9 },
      { at: 64, feet: 44, spread: 11 },
      { at: 79, feet: 34, spread: 9 },
    ],
    measured: false,
  },
};

/** The trees of a package. All are drawn to one scale: `--foot` is what a foot measures there. */
export function PackageDrawing({ name }: { name: TreePackage["name"] }) {
  const { width, trees, measured } = drawings[name];
  const tallest = Math.max(...trees.map(({ feet }) => feet));
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width * FOOT} ${tallest * FOOT}`}
      className={cn("block max-w-full overflow-visible", toScale[width])}
    >
      {trees.map(({ at, feet, spread }, tree) => {
        const x = at * FOOT;
        const ground = tallest * FOOT;
        const half = 1.5 + feet / 9;
        const crown = ground - feet * FOOT * 0.62;
        return (
          <g key={at}>
            <path
              d={`M${x - half} ${crown}h${2 * half}l${half * 0.3} ${ground - crown - half}l${half} ${half}H${x - 2.3 * half}l${half}-${half}z`}
              fill="var(--color-bark-800)"
            />
            <Crown cx={x} cy={crown} rx={spread * FOOT} ry={feet * FOOT * 0.37} seed={at} />
            {!measured && (
              <text
                x={x}
                y={ground - 10}
                dx={half + 12}
                className="figures"
                fontSize="24"
                fill="var(--color-bark-500)"
              >
                {tree + 1}
              </text>
            )}
          </g>
        );
      })}
      {measured && (
        <g fill="var(--color-bark-500)">
          <path
            d={`M0 1.5h14M0 ${tallest * FOOT - 1.5}h14M7 0v${tallest * FOOT}`}
            stroke="var(--color-bark-500)"
            strokeWidth="3"
          />
          <text
            transform={`translate(32 ${tallest * FOOT - 12}) rotate(-90)`}
            className="figures"
            fontSize="24"
          >
            {tallest} ft
          </text>
        </g>
      )}
    </svg>
  );
}
