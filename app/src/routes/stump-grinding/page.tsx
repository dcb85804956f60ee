import { CallToAction } from "../../components/call-to-action";
import { GrowthRings } from "../../components/drawings/growth-rings";
import { PageHead } from "../../components/page-head";
import { LatePicture, Picture } from "../../components/picture";
import { PointRows } from "../../components/point-list";
import { PriceLine } from "../../components/price-line";
import { SectionHead } from "../../components/section-head";
import { cn } from "../../components/ui/cn";
import { ComparisonLists } from "./comparison-lists";
import * as copy from "./content";
import { SizeTable } from "./size-table";

/** The sizes of the rings: step n has n rings, and is larger than the one before. */
const rings = ["size-7", "size-9", "size-11", "size-13"];

export default function StumpGrinding() {
  return (
    <>
      <PageHead
        copy={copy.hero}
        aside={
          <Picture
            name="stump-grinding/grinder"
            priority
            className="-mb-16 h-auto w-full rounded-lg lg:-mb-36"
          />
        }
      />
      <section className="page grid gap-x-14 gap-y-room-10 pt-32 pb-band md:pt-40 lg:grid-cols-[1fr_1.9fr] lg:pt-64">
        <SectionHead copy={copy.reasons} />
        <PointRows points={copy.reasons.items} />
      </section>
      <Machine />
      <section className="py-band">
        <div className="page">
          <SectionHead copy={copy.steps} wide className="mb-room-10" />
          <ol className="grid @large-text:grid-cols-2 gap-x-4 gap-y-room-10 sm:gap-x-0 xl:grid-cols-4">
            {Object.entries(copy.steps.items).map(([title, { picture, text }], index) => (
              <li key={title}>
                <LatePicture name={picture} className="aspect-5/3 w-full" />
                <div className="pt-room-6 sm:pr-8">
                  <h3 className="flex min-h-13 items-center gap-3">
                    <GrowthRings
                      rings={index + 1}
                      seed={index + 6}
                      className={cn(rings[index], "shrink-0 text-bark-800")}
                    />
                    {title}
                  </h3>
                  <p className="max-md:text-sm sm:mt-2">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <Depth />
      <section className="bg-paper-100">
        <SectionHead copy={copy.sizes} className="page relative z-10 pt-band" />
        <Picture name="stump-grinding/sizes" className="h-auto w-full lg:-mt-28 xl:-mt-44" />
        <div className="on-dark -mt-px bg-bark-800 pt-3 pb-band text-paper-50 lg:pt-12">
          <div className="page">
            <SizeTable />
            <PriceLine className="mt-room-8 border-lime-400" />
          </div>
        </div>
      </section>
      <section className="page py-band">
        <h2 className="mb-room-10">{copy.comparisonHeading}</h2>
        <ComparisonLists />
      </section>
      <CallToAction copy={copy.closing} />
    </>
  );
}

function Machine() {
  return (
    <section className="bg-paper-100">
      <div className="page grid items-center gap-x-14 gap-y-room-12 py-band md:grid-cols-[1.3fr_1fr] lg:grid-cols-2">
        <div>
          <SectionHead copy={copy.technology} />
          <dl className="mt-room-10 grid max-w-text gap-y-room-8">
            {Object.entries(copy.technology.items).map(([title, text]) => (
              <div key={title}>
                <dt className="font-display font-extrabold text-lg leading-tight tracking-tight">
                  {title}
                </dt>
                <dd className="mt-room-2">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
        <LatePicture
          name="stump-grinding/wheel"
          className="mx-auto aspect-square w-full max-w-60 md:max-w-none"
        />
      </div>
    </section>
  );
}

/** The lengths of the lines for the two depths, on one scale. */
const hanging = { 6: "h-12 md:h-24", 12: "h-24 md:h-48" } as const;

function Depth() {
  return (
    <section className="page grid gap-x-14 gap-y-room-10 pb-band lg:grid-cols-[1.25fr_1fr]">
      <Picture
        name="stump-grinding/depth"
        className="h-auto w-full self-end rounded-b-lg max-lg:order-last"
      />
      <div className="self-end">
        <SectionHead copy={copy.depth} />
        <ul className="mt-room-8 grid @large-text:grid-cols-2 gap-x-8 border-canopy-500 border-t-8">
          {Object.entries(copy.depth.items).map(([title, { inches, text }]) => (
            <li key={title}>
              <span aria-hidden="true" className={cn("flex w-5 justify-center", hanging[inches])}>
                <span className="w-full border-bark-800 border-b-2">
                  <span className="mx-auto block h-full w-0.5 bg-bark-800" />
                </span>
              </span>
              <h3 className="mt-2">{title}</h3>
              <p className="mt-room-2">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
