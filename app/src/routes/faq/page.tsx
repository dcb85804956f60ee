import { AreaSection } from "../../components/area-tiles";
import { CallToAction } from "../../components/call-to-action";
import { EmergencyBanner } from "../../components/emergency-banner";
import { PageHead } from "../../components/page-head";
import { Accordion } from "./accordion";
import * as copy from "./content";

export default function Faq() {
  return (
    <>
      <PageHead copy={copy.hero} dark={false} reviewed="Tree Trimming" />
      <section className="page pt-room-7">
        <h2 className="sr-only">{copy.highlights.heading}</h2>
        <dl className="grid-fit-9 grid gap-x-6 gap-y-3">
          {Object.entries(copy.highlights.items).map(([title, text]) => (
            <div key={title} className="border-bark-500 border-t-2 pt-1.5">
              <dt className="font-bold">{title}</dt>
              <dd className="text-sm">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <div className="page pt-room-12 pb-band">
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
      <div className="bg-paper-100">
        <AreaSection copy={copy.serviceAreas} />
      </div>
      <CallToAction copy={copy.closing} />
      <div className="pb-band">
        <EmergencyBanner copy={copy.emergency} />
      </div>
    </>
  );
}
