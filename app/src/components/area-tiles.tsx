import { areaLabel, areas } from "../content/areas";

/**
 * The service areas, each on a leaf, with their towns where there is room for them. They
 * take the colour of the text around them, so that they stand on light and dark grounds alike.
 */
export function AreaTiles({ towns: withTowns = false }: { towns?: boolean }) {
  return (
    <ul className="grid grid-cols-2 gap-2 sm:gap-3 lg:grid-cols-4">
      {areas.map((area) => (
        <li
          key={area.name}
          className="flex min-h-18 flex-col justify-center rounded-sm rounded-ss-[1.75rem] rounded-ee-[1.75rem] border border-current/25 bg-current/6 px-4 py-3 sm:px-5"
        >
          <span className="font-display font-extrabold tracking-tight sm:text-lg">
            {areaLabel(area)}
          </span>
          {withTowns && <span className="mt-0.5 text-sm">{area.towns.join(", ")}</span>}
        </li>
      ))}
    </ul>
  );
}
