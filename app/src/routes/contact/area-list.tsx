import { areas } from "../../content/areas";

/** The eight service areas with their towns, each under a heading of its own. */
export function AreaList() {
  return (
    <ul className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-4">
      {areas.map(({ name, towns }) => (
        <li key={name} className="border-paper-200 border-t-2 py-4">
          <h3 className="text-lg">{name}</h3>
          <p className="text-bark-500">{towns.join(", ")}</p>
        </li>
      ))}
    </ul>
  );
}
