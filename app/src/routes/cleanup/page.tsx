import { BeforeAfter } from "../../components/before-after";
import { CallToAction } from "../../components/call-to-action";
import { PageHead } from "../../components/page-head";
import { LatePicture } from "../../components/picture";
import { PointGrid, PointRows } from "../../components/point-list";
import { SectionHead } from "../../components/section-head";
import { CleanupLevels } from "./cleanup-levels";
import * as copy from "./content";

export default function Cleanup() {
  return (
    <>
      <PageHead copy={copy.hero} />
      {/* The picture of the yard extends from the green area into the paper. */}
      <section className="page grid items-end gap-x-12 gap-y-room-8 pt-24 pb-band md:pt-28 lg:grid-cols-[1fr_2.2fr]">
        <SectionHead copy={copy.comparison} />
        <BeforeAfter copy={copy.comparison} before="cleanup/before" after="cleanup/after" />
      </section>
      <section className="on-dark border-canopy-950 border-b-16 bg-canopy-900 text-paper-50">
        <div className="page grid gap-x-16 gap-y-room-10 pt-band lg:grid-cols-[1fr_1.5fr]">
          <SectionHead copy={copy.benefits} className="flex flex-col">
            <LatePicture
              name="cleanup/brush"
              className="mt-auto hidden aspect-2/1 w-full lg:block"
            />
          </SectionHead>
          <PointGrid points={copy.benefits.items} className="content-start lg:pb-20" />
          <LatePicture name="cleanup/brush" className="aspect-2/1 w-full max-w-60 lg:hidden" />
        </div>
      </section>
      <section className="page py-band">
        <SectionHead copy={copy.cleanupServices} wide className="mb-room-8" />
        <PointRows points={copy.cleanupServices.items} />
      </section>
      <section>
        <div className="page">
          <SectionHead copy={copy.steps} wide className="mb-room-14" />
          <ol className="grid gap-x-6 gap-y-room-10 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5">
            {Object.entries(copy.steps.items).map(([title, { text, picture }], index) => (
              <li
                key={title}
                className="grid grid-cols-[2fr_3fr] items-center gap-x-4 gap-y-4 sm:grid-cols-1 sm:content-start"
              >
                <LatePicture name={picture} className="aspect-4/3 w-full" />
                <div>
                  <h3>
                    <span className="figures mr-2 text-bark-500">{index + 1}</span>
                    {title}
                  </h3>
                  <p className="mt-room-2 max-w-text">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="py-band">
        <SectionHead copy={copy.levels} className="page mb-room-12" />
        <div className="@container md:page">
          <CleanupLevels />
        </div>
      </section>
      <CallToAction copy={copy.closing} />
    </>
  );
}
