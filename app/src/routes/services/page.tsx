import { AreaSection } from "../../components/area-tiles";
import { CallButton } from "../../components/call-button";
import { CallToAction } from "../../components/call-to-action";
import { EstimateLink } from "../../components/estimate-link";
import { PageHead } from "../../components/page-head";
import { Picture, screenWide } from "../../components/picture";
import { PointRows } from "../../components/point-list";
import { SectionHead } from "../../components/section-head";
import { StormLink } from "../../components/storm-link";
import { wholeRange } from "../../content/prices";
import * as copy from "./content";
import { PriceGuide } from "./price-guide";
import { SpecimenPlate } from "./specimen-plate";
import { TreeSizer } from "./tree-sizer/tree-sizer";

export default function Services() {
  return (
    <>
      <PageHead copy={copy.hero} asksOnPhones reviewed="Tree Trimming" />
      <section className="bg-paper-100 pt-26 pb-band">
        <div className="page">
          <SpecimenPlate />
        </div>
      </section>
      {wholeRange ? (
        <PriceGuide>
          <TreeSizer />
        </PriceGuide>
      ) : (
        <div className="page noscript:hidden pb-12 md:pb-24">
          <TreeSizer />
        </div>
      )}
      <section id="properties" className="-scroll-mt-5 pb-band">
        <div className="page grid grid-cols-1 items-start gap-x-20 gap-y-room-8 lg:grid-cols-[1fr_1.4fr]">
          <SectionHead copy={copy.properties}>
            <p className="mt-room-5 mb-room-6 max-w-text">{copy.properties.request}</p>
            <EstimateLink details={copy.properties.details} />
          </SectionHead>
          <PointRows points={copy.properties.items} />
        </div>
      </section>
      <section className="on-dark relative bg-canopy-900 text-paper-50">
        <Picture
          name="portfolio/storm-oak-on-roof"
          sizes={`(min-width: 62rem) 56vw, ${screenWide}`}
          className="aspect-2/1 w-full object-cover object-bottom lg:absolute lg:inset-y-0 lg:right-0 lg:h-full lg:w-[56%] print:hidden"
        />
        <div className="page">
          <div className="flex flex-col items-start gap-y-room-6 py-9 lg:w-2/5 lg:py-26">
            <SectionHead copy={copy.emergency} muted>
              <StormLink />
            </SectionHead>
            <CallButton variant="destructive" size="lg" />
          </div>
        </div>
      </section>
      <AreaSection copy={copy.serviceAreas} />
      <CallToAction copy={copy.closing} />
    </>
  );
}
