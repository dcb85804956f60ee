import { CallButton } from "../../components/call-button";
import { SocialLinks } from "../../components/social-links";
import { buttonStyle } from "../../components/ui/button";
import { counties, homeCity, homeState } from "../../content/areas.ts";
import { business } from "../../content/business";
import { inWords } from "../../content/in-words.ts";
import { EstimateForm } from "../../features/estimate/estimate-form";
import { AreaList } from "./area-list";
import * as copy from "./content";
import { Island } from "./island";
import { SplitOak } from "./split-oak";
import { WorkingHours } from "./working-hours";

export default function Contact() {
  return (
    <>
      <section className="on-dark bg-canopy-900 pt-7 pb-4 text-paper-50 md:pt-14 md:pb-8">
        <div className="page grid items-end gap-x-14 gap-y-6 lg:grid-cols-[1.35fr_1fr]">
          <div>
            <h1 className="text-3xl">{copy.hero.heading}</h1>
            <p className="mt-4 max-w-text text-canopy-200 text-lg">{copy.hero.text}</p>
          </div>
          <div className="flex flex-wrap gap-3">
            <CallButton />
            <a href="#estimate" className={buttonStyle({ variant: "outline-lime" })}>
              {copy.formAnchorLabel}
            </a>
          </div>
        </div>
      </section>
      <div className="canopy-line text-canopy-900" />

      <section className="page grid items-start gap-x-14 gap-y-14 pt-24 pb-16 lg:grid-cols-[1.35fr_1fr] lg:pt-28">
        <div id="estimate">
          <h2 className="text-2xl">{copy.form.heading}</h2>
          <p className="mt-2 mb-7 max-w-text">{copy.form.text}</p>
          <Island name="estimate">
            <EstimateForm />
          </Island>
        </div>
        <Facts />
      </section>

      <Emergency />

      <section className="page py-16">
        <h2 id="areas" className="text-2xl">
          {copy.serviceAreas.heading}
        </h2>
        <div className="mt-8">
          <AreaList />
        </div>
      </section>

      <section className="bg-paper-100 pt-16 pb-40">
        <div className="page">
          <h2 className="text-2xl">{copy.reasons.heading}</h2>
          <dl className="mt-8 grid gap-x-12 gap-y-10 md:grid-cols-3">
            {copy.reasons.items.map(({ figure, label, text }) => (
              <div key={figure} className="flex flex-col">
                <dt className="figures self-start text-4xl text-canopy-700">
                  {figure}
                  <span aria-hidden="true" className="dimension-line mt-2 block text-bark-500" />
                </dt>
                <dd className="mt-4 max-w-80">
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

/** Number and hours, beside the form: a tag that hangs from the canopy. */
function Facts() {
  return (
    <aside
      aria-label="How to reach us"
      className="relative rounded-lg bg-paper-100 px-6 pt-16 pb-8 md:px-9 lg:sticky lg:top-28"
    >
      <span
        aria-hidden="true"
        className="absolute top-6 left-1/2 size-5 -translate-x-1/2 rounded-full bg-paper-50"
      />
      <span
        aria-hidden="true"
        className="absolute bottom-[calc(100%-2.1rem)] left-1/2 hidden h-32 w-0.5 bg-bark-500 lg:block"
      />
      <dl className="grid gap-7">
        <div>
          <dt className="text-bark-500 text-sm">Phone</dt>
          <dd>
            <CallButton
              variant="link"
              size={null}
              className="figures gap-3 text-xl min-[23rem]:text-2xl"
            />
          </dd>
        </div>
        <div>
          <dt className="text-bark-500 text-sm">Service Area</dt>
          <dd>
            {homeCity}, {homeState.code} and {inWords(counties.length)} counties.{" "}
            <a href="#areas" className="font-semibold text-canopy-700 underline underline-offset-4">
              Is yours among them?
            </a>
          </dd>
        </div>
        <div>
          <dt className="text-bark-500 text-sm">Hours</dt>
          <dd className="font-display font-extrabold text-lg tracking-tight">
            {business.hours.display}
            <WorkingHours className="mt-3 mb-2 w-full" />
            <span className="font-sans font-semibold text-base tracking-normal">
              Emergency service 24/7
            </span>
          </dd>
        </div>
        <div>
          <dt className="text-bark-500 text-sm">Email</dt>
          <dd>
            <a
              href={`mailto:${business.email}`}
              className="inline-block py-0.5 font-semibold text-canopy-700 underline underline-offset-4"
            >
              {business.email}
            </a>
          </dd>
        </div>
      </dl>
      <div className="mt-7 border-paper-200 border-t-2 pt-4">
        <SocialLinks className="py-1 font-semibold text-canopy-700" />
      </div>
    </aside>
  );
}

function Emergency() {
  return (
    <section className="page">
      <div className="on-dark grid items-end gap-x-10 overflow-hidden rounded-lg bg-canopy-950 text-paper-50 md:grid-cols-2">
        <div className="flex flex-col items-start gap-5 p-6 md:p-10">
          <h2 className="text-2xl">{copy.emergency.heading}</h2>
          <p className="max-w-text text-canopy-200">{copy.emergency.text}</p>
          <CallButton variant="destructive" size="lg" />
        </div>
        <SplitOak className="w-full" />
      </div>
    </section>
  );
}
