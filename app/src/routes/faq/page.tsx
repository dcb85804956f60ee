import { AreaSection } from "../../components/area-tiles";
import { CallButton } from "../../components/call-button";
import { CallToAction } from "../../components/call-to-action";
import { PageHead } from "../../components/page-head";
import { PointGrid } from "../../components/point-list";
import { SectionHead } from "../../components/section-head";
import { StormLink } from "../../components/storm-link";
import { Accordion } from "./accordion";
import * as copy from "./content";

export default function Faq() {
  return (
    <>
      <PageHead copy={copy.hero} ground="paper" reviewed="Tree Trimming" />
      <div className="canopy-line canopy-line-up text-canopy-900" />
      <section className="on-dark bg-canopy-900 pt-8 pb-4 text-paper-50 md:pb-14">
        <div className="page grid gap-x-16 gap-y-room-7 lg:grid-cols-[1fr_1.9fr]">
          <SectionHead copy={copy.highlights} size="text-2xl" muted />
          <PointGrid points={copy.highlights.items} />
        </div>
      </section>
      <div className="page pt-9 pb-9 md:pt-28 md:pb-20">
        {Object.entries(copy.faqCategories).map(([name, answers]) => (
          <section
            key={name}
            className="grid items-start gap-x-16 gap-y-room-5 pb-8 md:pb-16 lg:grid-cols-[1fr_1.9fr]"
          >
            <h2 className="text-2xl lg:sticky lg:top-28">{name}</h2>
            <Accordion answers={answers} />
          </section>
        ))}
      </div>
      <div className="bg-paper-100">
        <AreaSection copy={copy.serviceAreas} />
      </div>
      <CallToAction copy={copy.closing} />
      <section className="on-dark bg-orange-600 pt-9 pb-28 text-paper-0 md:pt-16 md:pb-40">
        <div className="page flex flex-wrap items-end justify-between gap-x-14 gap-y-room-7">
          <SectionHead copy={copy.emergency}>
            <StormLink />
          </SectionHead>
          <CallButton variant="premium" size="lg" />
        </div>
      </section>
    </>
  );
}
