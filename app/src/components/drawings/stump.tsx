import { crownPath, ringPath } from "./organic-path";

/** What is left of a tree: a stump, its rings, a sprout. */
export function Stump({ className }: { className?: string }) {
  return (
    <svg
      role="img"
      aria-label="A tree stump with a young shoot"
      viewBox="0 0 480 300"
      className={className}
    >
      <path d="M30 262h390l60 22H120z" fill="var(--color-bark-500)" opacity=".2" />
      <path
        d="M128 130c6 60-2 90-56 136 40-10 62-8 84 4 20-14 50-14 72 2 24-14 52-14 76-2 26-10 60-8 92-2-50-40-60-80-54-138z"
        fill="var(--color-bark-800)"
      />
      <path
        d="M128 130c6 60-2 90-56 136 40-10 62-8 84 4 14-44 16-90 12-140z"
        fill="var(--color-bark-500)"
      />
      <ellipse cx="235" cy="130" rx="108" ry="42" fill="var(--color-paper-200)" />
      <g
        transform="translate(235 130) scale(1 .39) translate(-100 -100)"
        fill="none"
        stroke="var(--color-bark-500)"
        strokeWidth="3"
      >
        {[12, 27, 44, 58, 76, 92].map((radius) => (
          <path key={radius} d={ringPath(100, radius, 0.06, radius)} />
        ))}
      </g>
      <path
        d="M330 196c20-6 34-30 34-62"
        fill="none"
        stroke="var(--color-canopy-700)"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <path
        d="M364 138c-22-2-34-16-32-38 22 0 34 14 32 38zM364 120c2-24 16-36 38-36 2 24-12 38-38 36z"
        fill="var(--color-canopy-500)"
      />
      <path d="M364 120c2-24 16-36 38-36z" fill="var(--color-lime-400)" />
      <path d={crownPath(76, 268, 34, 12, 8, 2)} fill="var(--color-canopy-500)" />
      <path d={crownPath(400, 270, 26, 10, 7, 5)} fill="var(--color-canopy-700)" />
    </svg>
  );
}
