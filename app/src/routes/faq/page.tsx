import { AreaSection } from "../../components/area-tiles";
import { CallToAction } from "../../components/call-to-action";
import { EmergencyBanner } from "../../components/emergency-banner";
import { PageHead } from "../../components/page-head";
import { PointGrid } from "../../components/point-list";
import { Accordion } from "./accordion";
import * as copy from "./content";

export default function Faq() {
  return (
    <>
      <PageHead copy={copy.hero} dark={false} reviewed="Tree Trimming" />
      <div className="page pt-room-20 pb-band">
        {Object.entries(copy.faqCategories).map(([name, answers]) => (
          <section
            key={name}
            className="grid items-start gap-x-16 gap-y-room-5 pb-8 last:pb-0 md:pb-16 lg:grid-cols-[1fr_1.9fr]"
          >
            <h2 className="lg:sticky lg:top-28">{name}</h2>
            <Accordion answers={answers} />
          </section>
        ))}
      </div>
      <section className="on-dark bg-canopy-900 py-band text-paper-50">
        <div className="page grid gap-x-16 gap-y-room-7 lg:grid-cols-[1fr_1.9fr]">
          <h2>{copy.highlights.heading}</h2>
          <PointGrid points={copy.highlights.items} className="-mb-room-8" />
        </div>
      </section>
      <AreaSection copy={copy.serviceAreas} />
      <div className="bg-paper-100 pt-band">
        <EmergencyBanner copy={copy.emergency} />
      </div>
      <CallToAction copy={copy.closing} />
    </>
  );
}
