import { CallButton } from "../../../components/call-button";
import { GrowthRings } from "../../../components/drawings/growth-rings";
import { EstimateLink } from "../../../components/estimate-link";
import { PhoneNumber } from "../../../components/phone-number";
import { Button, buttonStyle } from "../../../components/ui/button";
import type { Titled } from "../../../content/sections";
import { formFields } from "../../../features/estimate/estimate-fields";
import { successNotice } from "../../../features/estimate/estimate-notice";
import { PhotoSection } from "../../../features/photos/photo-section";
import * as copy from "./content";
import { OfferSection } from "./offer";

const steps = Object.entries(copy.steps);

/** The positions of the open appointments that are shown. */
const appointments = [0, 1, 2, 3, 4, 5];

const { firstName, lastName: _, phone, email, message, ...others } = formFields;

/** The labels of a request's values, by the names of the form's fields. The first contains the full name. */
const rows = { firstName: { ...firstName, label: "Name" }, phone, email, ...others, message };

/** The confirmation, which the backend fills in by `data-if` and `data-sent` (`backend/src/forms/confirmation.rs`). */
export default function ContactSent() {
  return (
    <div id="confirmation" data-notice="success">
      <Head />
      <div className="canopy-line text-canopy-900" />
      <div data-progress="">
        <OfferSection />
      </div>
      <div className="page grid items-start gap-x-14 gap-y-12 pt-24 pb-40 lg:grid-cols-[1.35fr_1fr] lg:pt-28">
        <div className="grid grid-cols-1 gap-y-12">
          <section data-if="meanwhile">
            <h2 className="text-lg">{copy.meanwhile.heading}</h2>
            <Items items={copy.meanwhile.items} />
          </section>
          <PhotoSection />
        </div>
        <section data-if="summary" className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <h2 className="text-lg">{copy.summaryHeading}</h2>
          <dl className="mt-4">
            {Object.entries(rows).map(([name, { label }]) => (
              <div
                key={name}
                data-if={name}
                className="grid gap-x-10 border-paper-200 border-t-2 py-3 sm:max-lg:grid-cols-[11rem_1fr]"
              >
                <dt className="text-bark-500">{label}</dt>
                <dd
                  data-sent={name}
                  className="wrap-anywhere min-w-0 whitespace-pre-line font-semibold"
                />
              </div>
            ))}
          </dl>
        </section>
        <div className="grid grid-cols-1 gap-y-12">
          <div data-progress="" className="empty:hidden">
            {steps.map(
              ([step, { next }]) =>
                next && (
                  <section key={step} data-if={step}>
                    <h2 className="text-lg">{copy.nextHeading}</h2>
                    <Items items={next} />
                  </section>
                ),
            )}
          </div>
          <div className="grid items-start gap-x-10 gap-y-12 sm:grid-cols-2">
            <section>
              <h2 className="text-lg">{copy.card.heading}</h2>
              <p className="mt-2 mb-5">{copy.card.text}</p>
              {/* With a target, the page's script does not treat it as a link to another page. */}
              <a
                href={copy.card.file}
                download={copy.card.download}
                target="_self"
                className={buttonStyle()}
              >
                {copy.card.label}
              </a>
            </section>
            <section data-if="routine">
              <h2 className="text-lg">{copy.changed.heading}</h2>
              <p className="mt-2 mb-5">{copy.changed.text}</p>
              <CallButton variant="outline" />
            </section>
          </div>
          <p>
            <EstimateLink variant="outline">{copy.anotherRequest}</EstimateLink>
          </p>
        </div>
      </div>
      <script type="module" src="/src/routes/contact/sent/confirmation.ts" />
    </div>
  );
}

/** The head. The page's script updates its parts (`data-progress`) from time to time. */
function Head() {
  return (
    <section className="on-dark bg-canopy-900 pt-7 pb-4 text-paper-50 md:pt-14 md:pb-8">
      <div className="page">
        <div data-progress="">
          <div data-if="new">
            <Outcome />
          </div>
        </div>
        <h1
          tabIndex={-1}
          // biome-ignore lint/a11y/noAutofocus: the page is loaded for what it says.
          autoFocus
          data-progress=""
          className="wrap-anywhere scroll-mt-32 text-2xl outline-none"
        >
          {steps.map(([step, { heading }]) => (
            <span key={step} data-if={step}>
              {heading}
            </span>
          ))}
          <span data-if="givenName">
            , <span data-sent="givenName" />
          </span>
          .
        </h1>
        <div data-progress="" aria-live="polite" className="max-w-text text-lg">
          {appointments.map((place) => (
            <AppointmentForm key={place} place={place} />
          ))}
          <p data-if="new" className="mt-4">
            {copy.whoCalls}
            <span data-if="callTime">
              {" "}
              <strong data-sent="callTime" className="text-lime-400" />
            </span>
            . {copy.number} <PhoneNumber />.
          </p>
          {steps.map(
            ([step, { text }]) =>
              text && (
                <p key={step} data-if={step} className="mt-4">
                  {text} <PhoneNumber />.
                </p>
              ),
          )}
          <div data-if="emergency">
            <p className="mt-4 mb-5">{copy.callFirst}</p>
            <CallButton
              variant="destructive"
              size={null}
              className="min-h-15 w-full gap-3 px-[min(1.25rem,6cqi)] text-lg"
            />
            <div className="text-base">
              <p className="mt-4 mb-6">
                {copy.cannotCall} <PhoneNumber />.
              </p>
              <Outcome />
            </div>
          </div>
        </div>
        {/* The page has this part if the server knows the request. */}
        <div data-if="progress" data-progress="" aria-live="polite" className="text-lg">
          <p data-if="read" className="mt-4">
            <span data-sent="read" />.
          </p>
        </div>
        <p data-if="reference" className="mt-4">
          {copy.reference.label} <strong data-sent="reference" className="figures tracking-wider" />
          . {copy.reference.use}
        </p>
        <div data-progress="">
          <p data-if="new" className="mt-4 text-canopy-200 text-sm">
            {successNotice.text}
          </p>
        </div>
      </div>
    </section>
  );
}

/** An appointment, and the buttons that answer to it. */
function AppointmentForm({ place }: { place: number }) {
  const { answers } = copy;
  return (
    <form
      data-if={`visit-${place}`}
      action="/contact/appointments"
      method="post"
      className="mt-4 mb-6"
    >
      <p>
        {copy.visit} <strong data-sent={`visit-${place}`} className="text-lime-400" />
        <span data-if={`instead-${place}`}>
          {" "}
          <span data-sent={`instead-${place}`} />
        </span>
        .
        <span data-if={`agreed-${place}`} className="block">
          {answers.agreed}
        </span>
        <span data-if={`call-${place}`} className="block">
          {answers.called}
        </span>
      </p>
      <p className="mt-3 flex flex-wrap gap-3 print:hidden">
        <Button
          type="submit"
          name="agreed"
          data-if={`mayAgree-${place}`}
          data-appointment={place}
          variant="accent"
        >
          {answers.agree}
        </Button>
        <Button
          type="submit"
          name="call"
          data-if={`mayCall-${place}`}
          data-appointment={place}
          variant="outline-lime"
        >
          {answers.call}
        </Button>
      </p>
    </form>
  );
}

function Outcome() {
  return (
    <p className="mb-4 flex items-center gap-3 font-bold text-lime-400">
      <GrowthRings rings={4} state="closing" className="size-10 shrink-0" />
      {successNotice.title}
    </p>
  );
}

function Items({ items }: { items: Titled }) {
  return (
    <ol className="mt-5 grid gap-6">
      {Object.entries(items).map(([title, text], index) => (
        <li key={title} className="flex items-start gap-4">
          <GrowthRings
            rings={index + 1}
            seed={index + 1}
            className="size-10 shrink-0 text-bark-500"
          />
          <p>
            <strong>{title}.</strong> {text}
          </p>
        </li>
      ))}
    </ol>
  );
}
