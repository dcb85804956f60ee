import { CallButton } from "../../../components/call-button";
import { GrowthRings } from "../../../components/drawings/growth-rings";
import { EstimateLink } from "../../../components/estimate-link";
import { PhoneNumber } from "../../../components/phone-number";
import { buttonStyle } from "../../../components/ui/button";
import { formFields } from "../../../features/estimate/estimate-fields";
import { successNotice } from "../../../features/estimate/estimate-notice";
import { PhotoSection } from "../../../features/photos/photo-section";
import { ContactPage } from "../page";
import * as copy from "./content";

/** What is shown of a request, by the names of the form's fields; the first has the full name. */
const rows = {
  firstName: "Name",
  phone: formFields.phone.label,
  service: formFields.service.label,
  urgency: formFields.urgency.label,
  address: formFields.address.label,
};

/**
 * The contact page with the confirmation, which the backend fills in by `data-if` and `data-sent`
 * (`backend/src/forms/confirmation.rs`), in the form's place.
 */
export default function ContactSent() {
  return (
    <ContactPage>
      <div id="confirmation" data-notice="success" className="grid grid-cols-1 gap-y-12">
        <Outcome />
        <PhotoSection />
        <div data-if="summary">
          <h3 className="text-lg">{copy.summaryHeading}</h3>
          <dl className="mt-4">
            {Object.entries(rows).map(([name, label]) => (
              <div
                key={name}
                data-if={name}
                className="grid gap-x-10 border-paper-200 border-t-2 py-3 sm:grid-cols-[11rem_1fr]"
              >
                <dt className="text-bark-500">{label}</dt>
                <dd data-sent={name} className="min-w-0 font-semibold" />
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h3 className="text-lg">{copy.steps.heading}</h3>
          <Steps urgency="routine" />
          <Steps urgency="emergency" />
        </div>
        <div className="grid items-start gap-x-10 gap-y-10 sm:grid-cols-2">
          <div>
            <h3 className="text-lg">{copy.card.heading}</h3>
            <p className="mt-2 mb-5">{copy.card.text}</p>
            {/* With a target, the page's script does not take it for a way to another page. */}
            <a
              href={copy.card.file}
              download={copy.card.download}
              target="_self"
              className={buttonStyle()}
            >
              {copy.card.label}
            </a>
          </div>
          <div data-if="routine">
            <h3 className="text-lg">{copy.changed.heading}</h3>
            <p className="mt-2 mb-5">{copy.changed.text}</p>
            <CallButton variant="outline" />
          </div>
        </div>
        <p>
          <EstimateLink variant="outline">{copy.anotherRequest}</EstimateLink>
        </p>
      </div>
    </ContactPage>
  );
}

/** What came of it. The one heading is what the visitor is led to. */
function Outcome() {
  return (
    <div className="on-dark rounded-lg bg-canopy-900 p-6 @max-large-text:px-2 text-paper-50 md:p-10 print:p-0">
      <div data-if="routine" className="mb-4">
        <GrowthRings
          rings={4}
          state="closing"
          strokeWidth={2.5}
          className="size-14 text-lime-400"
        />
      </div>
      <h2
        tabIndex={-1}
        // biome-ignore lint/a11y/noAutofocus: the page is loaded for what it says.
        autoFocus
        className="scroll-mt-12 text-2xl text-lime-400 outline-none"
      >
        <span data-if="routine">{successNotice.title}</span>
        <span data-if="emergency" className="text-3xl">
          {copy.emergency.heading}
        </span>
      </h2>
      <div data-if="emergency">
        <p className="mt-3 mb-5 text-lg">{copy.emergency.text}</p>
        <CallButton
          variant="destructive"
          size={null}
          className="min-h-15 w-full gap-3 px-5 text-xl"
        />
        <p className="mt-8 font-bold text-lime-400">{successNotice.title}</p>
      </div>
      <p className="mt-2">{successNotice.text}</p>
      <p data-if="routine" className="mt-4">
        {copy.whoCalls} <PhoneNumber />
        <span data-if="replyBy">
          , by <strong data-sent="replyBy" className="whitespace-nowrap" />
        </span>
        .
      </p>
      <p data-if="emergency" className="mt-4">
        {copy.cannotCall} <PhoneNumber />.
      </p>
    </div>
  );
}

function Steps({ urgency }: { urgency: "routine" | "emergency" }) {
  return (
    <ol data-if={urgency} className="mt-5 grid gap-6">
      {Object.entries(copy.steps[urgency]).map(([title, text], index) => (
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
