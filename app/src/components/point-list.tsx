import type { Titled } from "../content/sections";
import { cn } from "./ui/cn";

/** Points in rows, each with a line above it. The text is beside its title where there is room. */
export function PointRows({ points }: { points: Titled }) {
  return (
    <ul>
      {Object.entries(points).map(([title, text]) => (
        <li
          key={title}
          className="grid gap-x-8 gap-y-1 border-bark-500/40 border-t-2 py-room-6 md:grid-cols-[2fr_3fr]"
        >
          <h3>{title}</h3>
          <p className="max-w-text">{text}</p>
        </li>
      ))}
    </ul>
  );
}

/** Points in two columns, each with a line above it. */
export function PointGrid({ points, className }: { points: Titled; className?: string }) {
  return (
    <ul className={cn("grid gap-x-12 sm:grid-cols-2", className)}>
      {Object.entries(points).map(([title, text]) => (
        <li key={title} className="border-bark-500 border-t-2 pt-room-5 pb-room-8">
          <h3>{title}</h3>
          <p className="mt-room-2">{text}</p>
        </li>
      ))}
    </ul>
  );
}
