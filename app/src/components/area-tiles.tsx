import { areaLabel, areas } from "../content/areas";
import type { SectionHead as Copy } from "../content/sections";
import { SectionHead } from "./section-head";

export function AreaSection({ copy }: { copy: Copy }) {
  return (
    <section className="page py-9 md:py-24">
      <SectionHead copy={copy} wide className="mb-room-10" />
      <AreaTiles />
    </section>
  );
}

/** The service areas, each with a leaf and, if `towns` is set, with its towns. They inherit the text color. */
export function AreaTiles({ towns: withTowns = false }: { towns?: boolean }) {
  return (
    <ul className="grid grid-cols-2 gap-x-6 gap-y-3 lg:grid-cols-4 lg:gap-y-8 print:columns-2">
      {areas.map((area) => (
        <li key={area.name} className="grid grid-cols-[auto_1fr] content-start gap-x-3">
          <span aria-hidden="true" className="mt-1.5 h-4 w-2.5 rounded-[100%_0] bg-canopy-500" />
          <span className="font-display font-extrabold tracking-tight sm:text-lg">
            {areaLabel(area)}
          </span>
          {withTowns && <span className="col-start-2 text-sm">{area.towns.join(", ")}</span>}
        </li>
      ))}
    </ul>
  );
}
