import { areaLabel, areas } from "../content/areas";
import type { SectionHead as Copy } from "../content/sections";
import { SectionHead } from "./section-head";

/** The service areas, on the ground of the call to action that follows. */
export function AreaSection({ copy }: { copy: Copy }) {
  return (
    <section className="bg-paper-100 pt-band">
      <div className="page">
        <SectionHead copy={copy} wide className="mb-room-10" />
        <AreaTiles />
      </div>
    </section>
  );
}

/** The service areas, each with a leaf and, if `towns` is set, with its towns. They inherit the text color. */
export function AreaTiles({ towns: withTowns = false }: { towns?: boolean }) {
  return (
    <ul className="grid-fit-9 grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4 lg:gap-y-8 print:columns-2">
      {areas.map((area) => (
        <li key={area.name} className="grid grid-cols-[auto_1fr] content-start gap-x-3">
          <span aria-hidden="true" className="mt-1.5 h-4 w-2.5 rounded-[100%_0] bg-canopy-500" />
          <span className="font-display font-extrabold tracking-tight sm:text-lg">
            {areaLabel(area)}
          </span>
          {withTowns && <span className="col-start-2 block text-sm">{area.towns.join(", ")}</span>}
        </li>
      ))}
    </ul>
  );
}
