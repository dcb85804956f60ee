import { BeforeAfter } from "../../components/before-after";
import { CallToAction } from "../../components/call-to-action";
import { PageHead } from "../../components/page-head";
import { LatePicture } from "../../components/picture";
import { SectionHead } from "../../components/section-head";
import { CleanupLevels } from "./cleanup-levels";
import * as copy from "./content";
import { DrawnSteps } from "./drawn-steps";

export default function Cleanup() {
  return (
    <>
      <Head />
      <Benefits />
      <Services />
      <section className="overflow-hidden bg-paper-100 py-9 md:py-28">
        <div className="page">
          <div className="mb-room-14 grid items-end gap-x-20 gap-y-room-4 lg:grid-cols-2">
            <SectionHead copy={copy.steps} className="max-w-text md:text-lg" />
          </div>
          <DrawnSteps steps={copy.steps.items} />
        </div>
      </section>
      <section className="py-9 md:py-28">
        <div className="page mb-room-12">
          <SectionHead copy={copy.levels} className="mt-room-4 max-w-text md:text-lg" />
        </div>
        <div className="@container md:page">
          <CleanupLevels levels={copy.levels.items} />
        </div>
      </section>
      <CallToAction copy={copy.closing} />
    </>
  );
}

/** The yard itself is the head: it hangs out of the green into the paper. */
function Head() {
  return (
    <>
      <PageHead copy={copy.hero} ground="canopy-700" />
      <section className="page grid items-end gap-x-12 gap-y-room-8 pt-24 pb-9 md:pt-28 md:pb-28 lg:grid-cols-[1fr_2.2fr]">
        <div>
          <SectionHead copy={copy.comparison} size="text-2xl" className="mt-room-4 md:text-lg" />
        </div>
        <BeforeAfter copy={copy.comparison} />
      </section>
    </>
  );
}

function Benefits() {
  return (
    <section className="on-dark border-canopy-950 border-b-16 bg-bark-800 text-paper-50">
      <div className="page grid gap-x-16 gap-y-room-10 pt-9 md:pt-28 lg:grid-cols-[1fr_1.5fr]">
        <div className="flex flex-col">
          <SectionHead copy={copy.benefits} className="mt-room-4 md:text-lg" />
          <LatePicture name="cleanup/brush" className="mt-auto hidden aspect-2/1 w-full lg:block" />
        </div>
        <ul className="grid content-start gap-x-12 gap-y-room-10 sm:grid-cols-2 lg:pb-28">
          {Object.entries(copy.benefits.items).map(([title, text]) => (
            <li key={title}>
              <h3 className="text-lime-400 text-xl">{title}</h3>
              <p className="mt-room-3">{text}</p>
            </li>
          ))}
        </ul>
        <LatePicture name="cleanup/brush" className="aspect-2/1 w-full max-w-60 lg:hidden" />
      </div>
    </section>
  );
}

/** A way-bill: what goes onto the truck. */
function Services() {
  return (
    <section className="page py-9 md:py-28">
      <div className="flex flex-wrap items-end justify-between gap-x-14 gap-y-3">
        <SectionHead copy={copy.cleanupServices} className="md:text-lg" />
      </div>
      <ul className="mt-room-8 border-canopy-950 border-b-2">
        {Object.entries(copy.cleanupServices.items).map(([title, text]) => (
          <li
            key={title}
            className="grid gap-x-14 gap-y-1 border-canopy-950 border-t-2 py-room-7 md:grid-cols-[1fr_1.35fr] md:py-9"
          >
            <h3 className="text-xl sm:text-2xl">{title}</h3>
            <p className="max-w-text sm:text-lg">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
