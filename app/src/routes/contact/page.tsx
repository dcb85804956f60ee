import type { ReactNode } from "react";
import { AreaTiles } from "../../components/area-tiles";
import { CallButton } from "../../components/call-button";
import { EstimateLink } from "../../components/estimate-link";
import { FounderFaces } from "../../components/founder-faces";
import { PhoneNumber } from "../../components/phone-number";
import { LatePicture } from "../../components/picture";
import { Proof } from "../../components/proof";
import { SectionHead } from "../../components/section-head";
import { SocialLinks } from "../../components/social-links";
import { StormLink } from "../../components/storm-link";
import { Tag } from "../../components/tag";
import { homeCity, homeState } from "../../content/areas.ts";
import { business } from "../../content/business";
import { figures } from "../../content/statistics";
import { EstimateForm } from "../../features/estimate/estimate-form";
import { Island } from "../../features/estimate/island/island";
import * as copy from "./content";
import { WorkingHours } from "./working-hours";

export default function Contact() {
  return (
    <>
      <section className="on-dark bg-canopy-900 pt-5 pb-2 text-paper-50 md:pt-14 md:pb-8">
        <div className="page grid items-end gap-x-14 gap-y-4 lg:grid-cols-[1.35fr_1fr]">
          <div>
            <h1 className="text-2xl">{copy.hero.heading}</h1>
            <p className="mt-room-4 max-w-text text-canopy-200 md:text-lg">{copy.hero.text}</p>
          </div>
          <div className="flex flex-wrap gap-2 sm:gap-3">
            <CallButton className="max-sm:px-4" />
            <EstimateLink variant="outline-lime" className="max-sm:px-4">
              {copy.formAnchorLabel}
            </EstimateLink>
          </div>
        </div>
      </section>
      <div className="canopy-line text-canopy-900" />

      <section className="page grid items-start gap-x-12 gap-y-room-12 pt-22 pb-band lg:grid-cols-[1.35fr_1fr] lg:pt-28">
        <div id="estimate">
          <SectionHead copy={copy.form} className="mb-6" />
          <FounderFaces className="mb-7" />
          <Island name="estimate">
            <EstimateForm />
          </Island>
          {/* Beside the button. It works without JavaScript. */}
          <Proof reviewed="Land Care" className="mt-6 text-bark-800 sm:pl-20" />
        </div>
        <Facts />
      </section>

      <section className="page">
        <div className="on-dark grid items-end gap-x-10 overflow-clip rounded-lg bg-canopy-950 text-paper-50 md:grid-cols-[1.2fr_1fr]">
          <div className="flex flex-col items-start gap-3 p-5 @max-large-text:px-2 md:p-8 lg:p-10 print:p-0!">
            <SectionHead copy={copy.emergency} muted>
              <StormLink />
            </SectionHead>
            <CallButton variant="destructive" size="lg" />
          </div>
          <LatePicture name="contact/night-arrival" className="aspect-5/3 w-full" />
        </div>
      </section>

      <section className="page py-band">
        <h2 id="areas" className="mb-room-8">
          {copy.serviceAreas.heading}
        </h2>
        <AreaTiles towns />
      </section>

      <section className="bg-paper-100 pt-band pb-28 md:pb-40">
        <div className="page">
          <h2>{copy.reasons.heading}</h2>
          <dl className="grid-fit-15 mt-room-8 grid gap-x-12 gap-y-5 print:columns-3">
            {Object.entries(copy.reasons.items).map(([figure, { label, text }]) => (
              <div key={figure}>
                <dt className="figures text-2xl text-canopy-700">{figure}</dt>
                <dd className="mt-room-2 max-w-80">
                  <strong>{label}.</strong> {text}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
    </>
  );
}

/** The ways to reach the company, beside the form: four tags on one string that hangs from the canopy. */
function Facts() {
  return (
    <aside aria-label="How to reach us" className="lg:sticky lg:top-28">
      <div className="grid gap-x-6 gap-y-room-5 [--string:calc(var(--room)*5)] sm:max-lg:grid-cols-2">
        <Fact name="Phone" className="on-dark bg-canopy-900 text-paper-50">
          <CallButton
            variant={null}
            size={null}
            className="figures gap-3 border-transparent text-[length:min(var(--text-xl),max(8.5cqi,0.95rem))] text-lime-400"
          >
            <span>
              <span className="sr-only">Call </span>
              <PhoneNumber />
            </span>
          </CallButton>
          <p>
            {[
              `Answered ${figures.emergency}`,
              ...business.languages.map((language) => `in ${language}`),
            ].join(", ")}
          </p>
        </Fact>
        <Fact name="Service Area">
          {homeCity}, {homeState.code} and surrounding counties.{" "}
          <a href="#areas" className={linkStyle}>
            Is yours among them?
          </a>
          {business.address && (
            <p className="mt-2">{`${business.address.street}, ${business.address.city}, ${business.address.state} ${business.address.zip}`}</p>
          )}
        </Fact>
        <Fact name="Hours">
          <p className="font-display font-extrabold text-lg tracking-tight">
            {business.hours.display}
          </p>
          <WorkingHours />
          {business.emergencyService && <p className="font-semibold">Emergency service 24/7</p>}
        </Fact>
        <Fact name="Email">
          <a href={`mailto:${business.email}`} className={`wrap-anywhere ${linkStyle}`}>
            {business.email}
          </a>
        </Fact>
      </div>
      <SocialLinks className="mt-3 py-1 font-semibold text-canopy-700" />
    </aside>
  );
}

const linkStyle = "inline-block py-0.5 font-semibold text-canopy-700 underline underline-offset-4";

interface FactProps {
  name: string;
  className?: string;
  children: ReactNode;
}

function Fact({ name, className = "bg-paper-100", children }: FactProps) {
  return (
    <div className="@container relative lg:first:[--string:6.5rem]">
      <Tag className={className}>
        <dl>
          <dt className="text-sm opacity-80">{name}</dt>
          <dd>{children}</dd>
        </dl>
      </Tag>
    </div>
  );
}
