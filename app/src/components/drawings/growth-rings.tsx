import { cn } from "../ui/cn";
import { LineDrawing } from "../ui/line-drawing";
import { ringPath } from "./organic-path";

/** The rings' delays: one ring after the other, from the inside out. */
const delays = [
  "[animation-delay:160ms]",
  "[animation-delay:320ms]",
  "[animation-delay:480ms]",
] as const;

interface GrowthRingsProps {
  rings: number;
  seed?: number;
  state?: "still" | "growing" | "closing";
  className?: string;
}

/** A tree's rings. They number steps, and show that an action is in progress (`growing`) or done (`closing`). */
export function GrowthRings({ rings, seed = 1, state = "still", className }: GrowthRingsProps) {
  return (
    <LineDrawing viewBox="0 0 48 48" className={className}>
      <circle cx="24" cy="24" r="2" fill="currentColor" stroke="none" />
      {Array.from({ length: rings }, (_, index) => {
        const ring = index + 1;
        const radius = 2 + (20 * ring) / rings;
        return (
          <path
            key={ring}
            d={ringPath(24, radius, 0.05, seed * 31 + ring)}
            strokeWidth={2.5}
            // Dashes use the drawing's units, so the line that closes scales with the drawing.
            vectorEffect={state === "closing" ? undefined : "non-scaling-stroke"}
            pathLength={1}
            className={cn(
              state === "growing" && ["motion-safe:animate-ring-grow", delays[index]],
              state === "closing" &&
                ring === rings &&
                "[stroke-dasharray:1] motion-safe:animate-ring-close",
            )}
          />
        );
      })}
    </LineDrawing>
  );
}
