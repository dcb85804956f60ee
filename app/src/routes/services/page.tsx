import { AreaTiles } from "../../components/area-tiles";
import { CallButton } from "../../components/call-button";
import { CallToAction } from "../../components/call-to-action";
import { EstimateLink } from "../../components/estimate-link";
import { PageHead } from "../../components/page-head";
import { Picture, screenWide } from "../../components/picture";
import { SectionHead } from "../../components/section-head";
import { priceGuide, wholeRange } from "../../content/prices";
import * as copy from "./content";
import { PriceGuide } from "./price-guide";
import { SpecimenPlate } from "./specimen-plate";
import { TreeSizer } from "./tree-sizer";

export default function Services() {
  return (
    <>
      <PageHead copy={copy.hero} ground="canopy-700" reviewed="Tree Trimming" />
      <section className="bg-paper-100 pt-26 pb-9 md:pb-24">
        <div className="page">
          <SpecimenPlate {...copy.plate} specimens={copy.serviceCards} />
        </div>
      </section>
      {wholeRange ? (
        <PriceGuide guide={priceGuide}>
          <TreeSizer />
        </PriceGuide>
      ) : (
        <div className="page noscript:hidden pb-12 md:pb-24">
          <TreeSizer />
        </div>
      )}
      <Properties />
      <Emergency />
      <section className="page py-9 md:py-24">
        <div className="mb-room-10 grid grid-cols-1 items-end gap-x-14 gap-y-room-4 lg:grid-cols-2">
          <SectionHead copy={copy.serviceAreas} className="max-w-text md:text-lg" />
        </div>
        <AreaTiles />
      </section>
      <CallToAction copy={copy.closing} />
    </>
  );
}

/** For who manages trees that are not theirs. */
function Properties() {
  const { items, request } = copy.properties;
  return (
    <section id="properties" className="bg-paper-200 py-9 md:py-24">
      <div className="page grid grid-cols-1 items-start gap-x-20 gap-y-room-8 lg:grid-cols-[1fr_1.4fr]">
        <div>
          <SectionHead copy={copy.properties} />
          <p className="mt-room-5 mb-room-6 max-w-text">{request}</p>
          <EstimateLink />
        </div>
        <dl>
          {Object.entries(items).map(([title, text]) => (
            <div
              key={title}
              className="grid gap-x-8 gap-y-1 border-bark-500/40 border-t-2 py-room-6 md:grid-cols-[14rem_1fr]"
            >
              <dt className="font-display font-extrabold text-lg tracking-tight">{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** Night, and somebody who works in it. */
function Emergency() {
  return (
    <section className="on-dark relative bg-canopy-950 text-paper-50">
      <Picture
        name="storm-damage/night-crew"
        sizes={`(min-width: 62rem) 56vw, ${screenWide}`}
        className="aspect-2/1 w-full object-cover object-bottom lg:absolute lg:inset-y-0 lg:right-0 lg:h-full lg:w-[56%] print:hidden"
      />
      <div className="page">
        <div className="flex flex-col items-start gap-y-room-6 py-9 lg:w-2/5 lg:py-26">
          <SectionHead
            copy={copy.emergency}
            size="text-3xl sm:text-4xl"
            className="text-canopy-200 md:text-lg"
          />
          <CallButton variant="destructive" size="lg" />
        </div>
      </div>
    </section>
  );
}
