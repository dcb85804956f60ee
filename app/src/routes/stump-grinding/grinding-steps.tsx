import type { ReactNode } from "react";
import { GrowthRings } from "../../components/drawings/growth-rings";
import { cn } from "../../components/ui/cn";
import { grindingDepth } from "../../content/promises";
import type { GrindingStep } from "./content";

/** Step n has n rings, and each ring makes it larger: size, and the line that looks 2.5 px at it. */
const discs = [
  { size: "size-7", stroke: 4.2 },
  { size: "size-9", stroke: 3.3 },
  { size: "size-11", stroke: 2.7 },
  { size: "size-13", stroke: 2.3 },
] as const;

/** The stump, cut off at a height above the grass. */
const stump = (height: number) =>
  `M${108 - height / 9} ${110 - height}h${84 + height / 4.5}l${14 - height / 9} ${height}q8 30 34 52-40-6-62-22-8 26-24 44-8-24-10-44-36 20-84 24 30-24 34-54z`;

/** The hole that the wheel leaves. */
const HOLE = "M78 110q10 78 72 78t72-78z";
const chips =
  "m96 132 14 5m8-20 13-6m-1 32 15 3m10-30 14 6m0 22 14-5m8-24 13 5m-72 50 14-4m22 6 14-6m14-8 12-4m-90-14 10 6m58 30 12-4";

/** What the ground looks like after each step, from grass to grass. */
const drawings: Record<GrindingStep["drawing"], ReactNode> = {
  marked: (
    <g>
      <path d="M0 170h300" stroke="var(--color-lime-400)" strokeWidth="5" strokeDasharray="16 8" />
      <path d={stump(58)} fill="var(--color-bark-800)" />
      <ellipse cx="150" cy="52" rx="49" ry="9" fill="var(--color-paper-200)" />
      <path d="M34 110V64M262 110V64" stroke="var(--color-canopy-950)" strokeWidth="3" />
      <path d="M34 62h26v17H34zM262 62h26v17h-26z" fill="var(--color-lime-400)" />
    </g>
  ),
  cleared: (
    <g>
      <path
        d="M102 52h96l8 58H94z"
        fill="none"
        stroke="var(--color-bark-800)"
        strokeWidth="2.5"
        strokeDasharray="7 6"
      />
      <path d={stump(4)} fill="var(--color-bark-800)" />
      <ellipse cx="150" cy="106" rx="43" ry="7" fill="var(--color-paper-200)" />
    </g>
  ),
  ground: (
    <g>
      <path d={HOLE} fill="var(--color-paper-100)" />
      <path d="M86 150q14 38 64 38t64-38q-40 20-64 8t-64-8z" fill="var(--color-paper-200)" />
      <circle
        cx="150"
        cy="122"
        r="52"
        fill="none"
        stroke="var(--color-canopy-950)"
        strokeWidth="9"
        strokeDasharray="9 18.2"
      />
      <circle cx="150" cy="122" r="46" fill="var(--color-storm-700)" />
      <circle cx="150" cy="122" r="13" fill="var(--color-canopy-950)" />
      <path
        d="M236 110h18M236 188h18M245 110v78"
        stroke="var(--color-paper-50)"
        strokeWidth="3"
        fill="none"
      />
      <text
        transform="translate(270 149) rotate(-90)"
        textAnchor="middle"
        className="figures"
        fontSize="19"
        fill="var(--color-paper-50)"
      >
        {`${grindingDepth.from}-${grindingDepth.to} in`}
      </text>
      <path
        d="m70 92-16-12m12-14L56 48m28 8-2-18"
        stroke="var(--color-bark-500)"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </g>
  ),
  filled: (
    <g>
      <path d="M66 110q84-64 168 0l-12 2q-10 76-72 76t-72-76z" fill="var(--color-paper-200)" />
      <path d={chips} stroke="var(--color-bark-500)" strokeWidth="4" strokeLinecap="round" />
      <path
        d="m112 96 12-4m14-6 14 3m14-2 13 6m-32 18 14-4"
        stroke="var(--color-bark-500)"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </g>
  ),
};

/** The drawings with a hole in the grass. */
const holed: ReadonlySet<GrindingStep["drawing"]> = new Set(["ground", "filled"]);

/** The steps side by side on one strip of ground, each with what it leaves of the stump. */
export function GrindingSteps({ steps }: { steps: readonly GrindingStep[] }) {
  return (
    <ol className="grid gap-y-10 sm:grid-cols-2 xl:grid-cols-4">
      {steps.map(({ drawing, title, text }, index) => {
        const { size, stroke } = discs[index] ?? discs[3];
        return (
          <li key={title}>
            <svg
              aria-hidden="true"
              viewBox="0 0 300 210"
              preserveAspectRatio="xMidYMid slice"
              className="block h-52 w-full"
            >
              <path d="M-200 110h700v100h-700z" fill="var(--color-bark-500)" />
              {drawings[drawing]}
              {/* The grass stops where the hole is. */}
              <path
                d={holed.has(drawing) ? "M-200 110H70M230 110h270" : "M-200 110h700"}
                stroke="var(--color-canopy-500)"
                strokeWidth="7"
              />
            </svg>
            <div className="pt-6 pr-8">
              <h3 className="flex min-h-13 items-center gap-3.5 text-xl">
                <GrowthRings
                  rings={index + 1}
                  seed={index + 6}
                  strokeWidth={stroke}
                  className={cn(size, "shrink-0 text-bark-800")}
                />
                {title}
              </h3>
              <p className="mt-2">{text}</p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
