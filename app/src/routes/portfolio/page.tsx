import { CallToAction } from "../../components/call-to-action";
import { GrowthRings } from "../../components/drawings/growth-rings";
import { PageHead } from "../../components/page-head";
import { SectionHead } from "../../components/section-head";
import * as copy from "./content";
import { ProjectBadge } from "./project-badge";
import { ProjectPlate } from "./project-plate";

/** The columns of each plate, of twelve: wide plates, and a pair whose second is lower. */
const places = [
  { side: "right", className: "lg:col-span-12" },
  { side: "left", className: "lg:col-span-12" },
  { className: "lg:col-span-6" },
  { className: "lg:col-span-5 lg:col-start-8 lg:mt-40" },
  { side: "right", className: "lg:col-span-12" },
  { side: "left", className: "lg:col-span-12" },
] as const;

export default function Portfolio() {
  return (
    <>
      <PageHead
        copy={copy.hero}
        reviewed="Stump Grinding"
        aside={
          <ul aria-label="Kinds of work" className="flex flex-wrap gap-2 lg:justify-end lg:pb-8">
            {copy.categories.map((category) => (
              <li key={category}>
                <ProjectBadge className="border border-canopy-500 text-canopy-200">
                  {category}
                </ProjectBadge>
              </li>
            ))}
          </ul>
        }
      />
      <section className="page pt-32 pb-band">
        <SectionHead copy={copy.gallery} wide className="mb-room-24" />
        <ol className="grid items-start gap-x-8 gap-y-room-40 lg:grid-cols-12 lg:gap-y-30">
          {Object.entries(copy.projects).map(([title, project], index) => (
            <ProjectPlate key={title} title={title} project={project} {...places[index]} />
          ))}
        </ol>
      </section>
      <Statistics />
      <CallToAction copy={copy.closing} />
    </>
  );
}

/** The statistics. The first takes half of the width, the others are beside it. */
function Statistics() {
  return (
    <section className="on-dark relative overflow-clip bg-canopy-900 py-band text-paper-50">
      <GrowthRings
        rings={12}
        seed={3}
        className="absolute -top-80 -right-[34rem] size-[68rem] text-canopy-700"
      />
      <div className="page relative">
        <SectionHead copy={copy.statisticsHead} />
        <dl className="grid-fit-8 mt-room-12 grid items-end gap-x-8 gap-y-room-8 md:gap-x-16 lg:grid-cols-[2fr_1fr_1fr]">
          {Object.entries(copy.statistics).map(([label, figure]) => (
            <div
              key={label}
              className="flex flex-col-reverse border-paper-50/30 border-t-2 pt-3 max-lg:first:col-span-full"
            >
              <dt className="mt-1">{label}</dt>
              <dd className="figures text-2xl text-lime-400">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
