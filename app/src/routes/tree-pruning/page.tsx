import { BeforeAfter } from "../../components/before-after";
import { CallToAction } from "../../components/call-to-action";
import { PageHead } from "../../components/page-head";
import { LatePicture, Picture } from "../../components/picture";
import { PriceLine } from "../../components/price-line";
import { SectionHead } from "../../components/section-head";
import * as copy from "./content";
import { CrownCuts } from "./crown-cuts";
import { Year } from "./year";

export default function TreePruning() {
  return (
    <>
      <PageHead
        copy={copy.hero}
        aside={
          <Picture
            name="tree-pruning/quarter"
            priority
            className="mx-auto -mb-6 h-auto w-full max-w-md lg:max-w-none"
          />
        }
      />
      <section className="page pt-26 pb-band lg:pt-40">
        <SectionHead copy={copy.pruning} wide className="mb-room-10" />
        <CrownCuts />
      </section>
      <section className="bg-paper-100 pt-band">
        <div className="page grid items-end gap-x-14 gap-y-room-10 lg:grid-cols-[1.15fr_1fr]">
          <LatePicture
            name="tree-pruning/clearance"
            className="aspect-8/5 w-full max-lg:order-last"
          />
          <SectionHead copy={copy.trimming} className="lg:pb-24">
            <ul className="mt-room-8 grid max-w-2xl">
              {copy.trimming.items.map((item) => (
                <li key={item} className="border-bark-500/40 border-t py-room-3">
                  {item}
                </li>
              ))}
            </ul>
          </SectionHead>
        </div>
      </section>
      <section className="pt-band">
        <div className="page grid items-center gap-x-14 gap-y-room-8 lg:grid-cols-[1fr_2.4fr]">
          <SectionHead copy={copy.comparison} />
          <BeforeAfter
            copy={copy.comparison}
            before="tree-pruning/before"
            after="tree-pruning/after"
          />
        </div>
      </section>
      <Packages />
      <Year />
      <CallToAction copy={copy.closing} />
    </>
  );
}

function Packages() {
  return (
    <section className="page py-band">
      <SectionHead copy={copy.packages} />
      <PriceLine className="mt-room-6" />
      <ul className="mt-room-10 grid gap-x-12 gap-y-room-14 [--foot:0.17rem] lg:grid-cols-[3fr_4.4fr_4.4fr] lg:gap-y-0 lg:[--foot:0.3rem]">
        {Object.entries(copy.packages.items).map(([name, { suits, text, includes }], index) => (
          <li
            key={name}
            className="group/package grid grid-cols-1 gap-x-10 sm:max-lg:grid-cols-[20rem_1fr] lg:row-span-2 lg:grid-rows-subgrid"
          >
            <div className="flex items-end self-start border-bark-800 border-b-3 lg:-mr-12 lg:self-end lg:group-last/package:mr-0">
              {frames[index] && <LatePicture {...frames[index]} />}
            </div>
            <div className="max-sm:pt-3 lg:pt-5">
              <h3>{name}</h3>
              <p className="font-semibold text-bark-500">{suits}</p>
              <p className="mt-room-3">{text}</p>
              <ul className="mt-room-4 list-disc pl-5 marker:text-canopy-500">
                {includes.map((item) => (
                  <li key={item} className="pl-1 md:py-1">
                    {item}
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The frames of the trees of the packages, all to one scale: `--foot` is the length of a foot. */
const frames = [
  { name: "tree-pruning/young", className: "aspect-4/3 w-[calc(36*var(--foot))] max-w-full" },
  { name: "tree-pruning/mature", className: "aspect-4/3 w-[calc(88*var(--foot))] max-w-full" },
  { name: "tree-pruning/yearly", className: "aspect-7/4 w-[calc(88*var(--foot))] max-w-full" },
] as const;
