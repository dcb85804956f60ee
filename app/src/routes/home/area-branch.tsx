import { cn } from "../../components/ui/cn";
import { type Area, areaLabel, areas } from "../../content/areas";

/** Returns the color of a leaf: cities are lime, and neighboring counties differ. */
function color({ kind }: Area, index: number): string {
  if (kind === "city") return "bg-lime-400 text-canopy-950";
  return index % 4 < 2 ? "bg-canopy-700 text-paper-50" : "bg-canopy-900 text-paper-50";
}

/** The service areas with their towns, as leaves on a branch. On wide screens the lower row starts a column later. */
export function AreaBranch() {
  return (
    <div className="relative isolate">
      <Branch />
      <ul className="grid @large-text:grid-cols-2 grid-cols-1 gap-x-4 gap-y-room-4 pb-10 md:max-lg:gap-x-20 md:max-lg:pb-24 lg:auto-cols-fr lg:grid-cols-none lg:gap-x-3 lg:gap-y-20 lg:pb-0 lg:pl-6">
        {areas.map((area, index) => (
          <li
            key={area.name}
            className={cn(
              "branch-leaf flex min-h-20 flex-col justify-center px-3 py-room-3 @large-text:max-lg:even:translate-y-10 md:min-h-32 md:px-7 md:py-5 lg:col-span-2 lg:min-h-42 lg:px-5 lg:even:row-start-2 lg:odd:row-start-1",
              color(area, index),
              index === 1 && "lg:col-start-2",
            )}
          >
            <h3>{areaLabel(area)}</h3>
            <p className="mt-1 text-sm">{area.towns.join(", ")}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Branch() {
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox="0 0 24 800"
        preserveAspectRatio="none"
        fill="var(--color-bark-500)"
        className="absolute inset-y-0 left-[calc(50%-0.75rem)] -z-10 h-full w-6 lg:hidden"
      >
        <path d="M3 800c3-120 8-180 4-300S13 240 10 120L12 0h2c-2 90 6 190 3 330s5 160 2 270l2 200z" />
      </svg>
      <svg
        aria-hidden="true"
        viewBox="0 0 1440 48"
        preserveAspectRatio="none"
        fill="var(--color-bark-500)"
        className="absolute top-[calc(50%-1.5rem)] right-0 -z-10 hidden h-12 w-screen lg:block"
      >
        <path d="M0 8c180-6 300 16 520 8s420 10 620 0 220 6 300 2l0 5c-90 4-170 2-300 6s-380 8-620 8S160 32 0 44z" />
      </svg>
    </>
  );
}
