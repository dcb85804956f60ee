import { areaLabel, areas } from "../../content/areas";

/** The service areas with their towns, each under a heading of its own. */
export function AreaList() {
  return (
    <ul className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-4 print:columns-2">
      {areas.map((area) => (
        <li key={area.name} className="border-paper-200 border-t-2 py-4">
          <h3 className="text-lg">{areaLabel(area)}</h3>
          <p className="text-bark-500">{area.towns.join(", ")}</p>
        </li>
      ))}
    </ul>
  );
}
