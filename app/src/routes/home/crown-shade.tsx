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
      <path d={crownPath(588, 270, 584, 270, 37, 5)} fill="var(--color-canopy-900)" />
      <path d={crownPath(590, 400, 590, 196, 61, 9)} fill="var(--color-canopy-900)" />
    </svg>
  );
}
