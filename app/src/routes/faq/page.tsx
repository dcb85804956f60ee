import { AreaTiles } from "../../components/area-tiles";
import { CallButton } from "../../components/call-button";
import { CallToAction } from "../../components/call-to-action";
import { PageHead } from "../../components/page-head";
import { SectionHead } from "../../components/section-head";
import { Accordion } from "./accordion";
import * as copy from "./content";

export default function Faq() {
  return (
    <>
      <PageHead copy={copy.hero} ground="paper" reviewed="Tree Trimming" />
      <div className="canopy-line canopy-line-up text-canopy-900" />
      <section className="on-dark bg-canopy-900 pt-8 pb-4 text-paper-50 md:pb-14">
        <div className="page grid gap-x-16 gap-y-room-7 lg:grid-cols-[1fr_1.9fr]">
          <div>
            <SectionHead copy={copy.highlights} size="text-2xl" className="mt-2 text-canopy-200" />
          </div>
          <ul className="grid gap-x-12 sm:grid-cols-2">
            {Object.entries(copy.highlights.items).map(([title, text]) => (
              <li key={title} className="border-canopy-700 border-t-2 pt-room-4 pb-room-8">
                <h3 className="text-lime-400 text-xl">{title}</h3>
                <p className="mt-room-2 text-paper-50">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <div className="page pt-9 pb-9 md:pt-28 md:pb-20">
        {copy.faqCategories.map(({ name, items }) => (
          <section
            key={name}
            className="grid items-start gap-x-16 gap-y-room-5 pb-8 md:pb-16 lg:grid-cols-[1fr_1.9fr]"
          >
            <h2 className="text-2xl lg:sticky lg:top-28">{name}</h2>
            <Accordion group="questions" items={items} />
          </section>
        ))}
      </div>
      <section className="bg-paper-100 py-9 md:py-24">
        <div className="page">
          <div className="mb-room-8 flex flex-wrap items-baseline justify-between gap-x-14 gap-y-2">
            <SectionHead copy={copy.serviceAreas} size="text-2xl" className="md:text-lg" />
          </div>
          <AreaTiles />
        </div>
      </section>
      <section className="on-dark bg-orange-600 py-9 text-paper-0 md:py-16">
        <div className="page flex flex-wrap items-end justify-between gap-x-14 gap-y-room-7">
          <div>
            <SectionHead copy={copy.emergency} className="mt-room-3 md:text-lg" />
          </div>
          <CallButton variant="premium" size="lg" />
        </div>
      </section>
      <CallToAction copy={copy.closing} />
    </>
  );
}
