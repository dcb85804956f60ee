import { crownPath } from "../../components/drawings/organic-path";
import { cn } from "../../components/ui/cn";

/** The dark of a crown, as a ground for text. It takes whatever shape it is given. */
export function CrownShade({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1200 600"
      preserveAspectRatio="none"
      className={cn("overflow-visible", className)}
    >
      <path d={crownPath(520, 426, 500, 206, 31, 3)} fill="var(--color-canopy-700)" />
      <path d={crownPath(588, 270, 584, 270, 37, 5)} fill="var(--color-canopy-900)" />
      <path d={crownPath(600, 400, 600, 206, 35, 9)} fill="var(--color-canopy-900)" />
    </svg>
  );
}
