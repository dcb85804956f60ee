import type { ReactNode } from "react";
import { CallToAction } from "../../components/call-to-action";
import { GrowthRings } from "../../components/drawings/growth-rings";
import { Knot } from "../../components/drawings/knot";
import { PageHead } from "../../components/page-head";
import { LatePicture, Picture } from "../../components/picture";
import { PointGrid } from "../../components/point-list";
import { PriceLine } from "../../components/price-line";
import { SectionHead } from "../../components/section-head";
import { cn } from "../../components/ui/cn";
import type { SectionHead as Head } from "../../content/sections";
import * as copy from "./content";
import { Pine } from "./pine";
import { Sling } from "./sling";

export default function TreeRemoval() {
  return (
    // One scale for the pine on the whole page.
    <div className="[--foot:0.11rem] lg:[--foot:0.4rem]">
      <PageHead
        copy={copy.hero}
        aside={
          <div className="relative -mb-16 lg:-mb-36">
            <Sling />
            <Picture name="portfolio/crane-removal" priority className="h-auto w-full rounded-lg" />
          </div>
        }
      />
      <Stage head={copy.benefits} feet={copy.feetLeft.benefits}>
        <PriceLine className="mb-room-10" />
        <PointGrid points={copy.benefits.items} />
      </Stage>
      <Stage head={copy.reasons} feet={copy.feetLeft.reasons} dark>
        <ul>
          {Object.entries(copy.reasons.items).map(([title, { picture, text }]) => (
            <li
              key={title}
              className="grid @large-text:grid-cols-[8rem_1fr] items-center gap-x-4 gap-y-2 border-canopy-700 border-t-2 py-room-8 sm:grid-cols-[11rem_1fr] sm:gap-x-10"
            >
              <LatePicture
                name={picture}
                sizes="11rem"
                className="aspect-4/3 overflow-clip rounded-lg sm:row-span-2"
              />
              <h3 className="sm:self-end">{title}</h3>
              <p className="max-w-text self-start text-canopy-200 max-sm:col-span-full">{text}</p>
            </li>
          ))}
        </ul>
      </Stage>
      <Steps />
      <section className="page grid items-end gap-x-14 gap-y-room-10 pt-band lg:grid-cols-[1.2fr_1fr]">
        <SectionHead copy={copy.permit}>
          <div className="flex items-end gap-3 pt-3 text-bark-500 [--foot:0.6rem] lg:pt-20">
            <Pine feet={copy.feetLeft.permit} ground="bg-paper-50" className="max-lg:hidden" />
            <a
              href={copy.stumpLink.to}
              className="py-1 font-semibold text-canopy-700 underline underline-offset-4"
            >
              {copy.stumpLink.label}
            </a>
          </div>
        </SectionHead>
        <LatePicture
          name="tree-removal/permit"
          className="mx-auto aspect-6/5 w-full max-w-60 lg:max-w-lg"
        />
      </section>
      <CallToAction copy={copy.closing} />
    </div>
  );
}

/** The rope: in the margin on phones, in the pine's rail on screens that have one. */
function Rope({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        "absolute left-2.5 @max-large-text:hidden w-[3px] -translate-x-1/2 lg:left-[calc(var(--rail)+2.5rem)]",
        className,
      )}
    />
  );
}

interface StageProps {
  head: Head;
  feet: copy.FeetLeft;
  dark?: boolean;
  children: ReactNode;
}

/** A part of the page, with the remaining pine that stands on the next part. */
function Stage({ head, feet, dark = false, children }: StageProps) {
  return (
    <section className={dark ? "on-dark bg-canopy-900 text-paper-50" : undefined}>
      <div className="page relative grid @large-text:grid-cols-[1fr_auto] gap-x-6 [--rail:2rem] lg:grid-cols-[17rem_1fr] lg:gap-x-14">
        <Rope className={cn("inset-y-0", dark ? "bg-lime-400" : "bg-bark-500")} />
        {dark && (
          <LatePicture
            name="tree-removal/pine-hanging"
            className="pine-lowered absolute top-28 left-[calc(var(--rail)+2.5rem)] aspect-5/7 w-48 -translate-x-1/2 max-lg:hidden"
          />
        )}
        <div className={cn("lg:col-start-2", dark ? "pt-band" : "pt-28 lg:pt-36")}>
          <h2>{head.heading}</h2>
        </div>
        <Pine
          feet={feet}
          ground={dark ? "bg-canopy-900" : "bg-paper-50"}
          className={cn(
            "col-start-2 row-span-2 row-start-1 @max-large-text:hidden self-end lg:col-start-1 lg:row-span-3 lg:ml-14",
            dark ? "text-canopy-200" : "text-bark-500",
          )}
        />
        <p className="mt-room-5 mb-room-10 max-w-text text-balance md:text-lg lg:col-start-2">
          {head.text}
        </p>
        <div className="col-span-full pb-band lg:col-span-1 lg:col-start-2">{children}</div>
      </div>
    </section>
  );
}

/** The sizes of the rings: step n has n rings, and is larger than the one before. */
const rings = ["size-9", "size-12", "size-16", "size-20"];

/** The steps, one below the other along a rope that ends in a figure-eight knot. */
function Steps() {
  return (
    <section className="bg-paper-100">
      <div className="page relative grid gap-x-16 [--rail:2rem] lg:grid-cols-[1fr_min(25rem,35%)] lg:grid-rows-[auto_1fr]">
        <Rope className="top-0 row-start-1 row-end-3 h-full bg-bark-500 lg:row-end-2" />
        <SectionHead copy={copy.steps} className="pt-band pb-6 lg:pb-12 lg:pl-30" />
        <LatePicture
          name="tree-removal/rope"
          className="aspect-3/5 w-full overflow-clip rounded-t-lg max-lg:mx-auto max-lg:max-w-72 max-lg:rounded-b-lg lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-28 lg:aspect-3/8 lg:self-end [&_img]:size-full [&_img]:object-cover [&_img]:object-[50%_66%]"
        />
        <div className="relative max-lg:pt-10 lg:col-start-1 lg:row-start-2">
          {/* On phones the rope enters from the margin. */}
          <svg
            aria-hidden="true"
            viewBox="0 0 50 56"
            fill="none"
            preserveAspectRatio="none"
            className="absolute top-0 -left-2.5 @max-large-text:hidden h-10 w-10 overflow-visible text-bark-500 md:-left-5.5 md:w-15.5 lg:hidden"
          >
            <path d="M0 0c0 34 50 18 50 56" stroke="currentColor" strokeWidth="3" />
          </svg>
          <div className="[--rope:4rem] md:[--rope:5rem]">
            <ol>
              {Object.entries(copy.steps.items).map(([title, text], index) => (
                <li
                  key={title}
                  className="relative grid @large-text:grid-cols-[var(--rope)_1fr] gap-x-4 pb-room-12 md:gap-x-10 lg:pb-16"
                >
                  <span
                    aria-hidden="true"
                    className="absolute inset-y-0 left-[calc(var(--rope)/2)] @max-large-text:hidden w-[3px] -translate-x-1/2 bg-bark-500"
                  />
                  <span className="relative flex h-20 items-center justify-center">
                    <GrowthRings
                      rings={index + 1}
                      seed={index + 3}
                      className={cn(rings[index], "rounded-full bg-paper-100 text-bark-800")}
                    />
                  </span>
                  <div className="pt-4 max-md:pt-6">
                    <h3>{title}</h3>
                    <p className="mt-room-3 max-w-text">{text}</p>
                  </div>
                </li>
              ))}
            </ol>
            <Knot className="-mt-1 ml-[calc(var(--rope)/2)] h-16 w-auto -translate-x-1/2 text-bark-500" />
          </div>
        </div>
      </div>
    </section>
  );
}
