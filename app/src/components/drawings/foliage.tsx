import { crownPath } from "./organic-path";

/** Masses of leaves in the depth of a crown: a quiet ground for a hero. */
export function Foliage({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 700 520"
      preserveAspectRatio="xMaxYMid slice"
      className={className}
    >
      <path
        d={crownPath(560, 200, 260, 220, 15, 31)}
        fill="var(--color-canopy-700)"
        opacity=".45"
      />
      <path d={crownPath(640, 90, 190, 150, 13, 32)} fill="var(--color-canopy-700)" opacity=".8" />
      <path d={crownPath(540, 330, 130, 90, 11, 33)} fill="var(--color-canopy-700)" opacity=".7" />
      <path d={crownPath(650, 40, 130, 90, 11, 34)} fill="var(--color-canopy-500)" opacity=".55" />
    </svg>
  );
}
