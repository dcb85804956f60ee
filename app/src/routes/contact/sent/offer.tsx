import type { ComponentProps, ReactNode } from "react";
import { GrowthRings } from "../../../components/drawings/growth-rings";
import { Papers } from "../../../components/papers";
import { PhoneNumber } from "../../../components/phone-number";
import { Button, buttonStyle } from "../../../components/ui/button";
import { TextAreaField, TextField } from "../../../components/ui/field";
import { trustLines } from "../../../content/promises";
import { offer as copy } from "./content";

/** The positions of the lines, and of the days for the work. `lead-log/src/check.rs` has their limits. */
const lines = Array.from({ length: 20 }, (_, place) => place);
const days = [0, 1];

/** The estimate, and the form that decides about it (`backend/src/forms/confirmation/offer.rs`). */
export function OfferSection() {
  return (
    <section
      id="offer"
      data-if="offer-section"
      aria-labelledby="offer-heading"
      className="page scroll-mt-4 pt-24 lg:-mb-8 lg:pt-28"
    >
      <h2 id="offer-heading">{copy.heading}</h2>
      <p
        role="alert"
        data-if="offer-refusal"
        data-sent="offer-refusal"
        className="mt-4 max-w-text border-orange-600 border-l-4 pl-3 font-semibold"
      />
      <form
        data-if="offer-given"
        action="/contact/estimate"
        method="post"
        className="mt-3 grid items-start gap-x-14 gap-y-10 lg:grid-cols-[1.35fr_1fr]"
      >
        <div>
          <p className="text-bark-500">
            {copy.given} <span data-sent="offer-given" />.
            <span data-if="offer-until">
              {" "}
              {copy.until} <strong data-sent="offer-until" className="text-canopy-950" />.
            </span>
          </p>
          <p
            data-if="offer-words"
            data-sent="offer-words"
            dir="auto"
            className="wrap-anywhere mt-4 max-w-text whitespace-pre-line text-lg"
          />
          <fieldset data-offer="lines" className="mt-6">
            <legend className="sr-only">{copy.lines}</legend>
            <ul className="border-canopy-950 border-t-2">
              {lines.map((place) => (
                <LineItem key={place} place={place} />
              ))}
            </ul>
          </fieldset>
          <p
            data-if="offer-total"
            className="flex flex-wrap items-baseline justify-between gap-x-6 border-canopy-950 border-t-2 pt-3 font-bold"
          >
            <span className="text-lg">{copy.total}</span>
            <output data-sent="offer-total" className="figures text-xl" />
          </p>
          <noscript data-if="offer-open">
            <p className="mt-4">
              <Button type="submit" name="decision" value="look" formNoValidate variant="outline">
                {copy.recount}
              </Button>
            </p>
          </noscript>
        </div>
        <div id="answer">
          <Accepted />
          <div
            data-if="offer-form"
            className="grid gap-6 rounded-lg bg-paper-100 p-6 @max-large-text:px-2 md:p-8"
          >
            <input type="hidden" name="estimate" data-offer="estimate" />
            <p data-if="offer-asked" className="font-semibold text-lg">
              {copy.asked}
            </p>
            <p data-if="offer-declined" className="font-semibold text-lg">
              {copy.declined}
            </p>
            <p data-if="offer-expired">
              {copy.expired} <strong data-sent="offer-expired" />. {copy.afterwards} <PhoneNumber />
              .
            </p>
            <Acceptance />
            <More summary={copy.ask} button={copy.send} decision="ask">
              <TextAreaField name="question" label={copy.question} rows={3} maxLength={1000} />
            </More>
            <div data-if="offer-may-decline">
              <More summary={copy.no} button={copy.decline} decision="no">
                <TextAreaField name="reason" label={copy.reason} rows={2} maxLength={1000} />
              </More>
            </div>
          </div>
          <p className="mt-6 font-semibold">{trustLines["/contact"]}</p>
          <Papers />
        </div>
      </form>
    </section>
  );
}

/** A line of the estimate. One that cannot be chosen has no control, and a tick instead. */
function LineItem({ place }: { place: number }) {
  return (
    <li data-if={`offer-price-${place}`} className="border-paper-200 not-first:border-t-2">
      <label
        data-offer={`cents-${place}`}
        className="flex items-baseline gap-x-4 py-3.5 not-has-[input]:before:mx-1.5 not-has-[input]:before:h-4 not-has-[input]:before:w-2 not-has-[input]:before:shrink-0 not-has-[input]:before:rotate-45 not-has-[input]:before:border-canopy-700 not-has-[input]:before:border-r-3 not-has-[input]:before:border-b-3 has-[input]:cursor-pointer has-[input:not(:checked)]:text-bark-500 has-[input:not(:checked)]:[--weight:400]"
      >
        <input
          data-if={`offer-choice-${place}`}
          data-offer={`line-${place}`}
          type="checkbox"
          name={`line-${place}`}
          value={place}
          className="size-5 shrink-0 translate-y-0.5 cursor-pointer"
        />
        <span className="flex grow flex-wrap items-baseline justify-between gap-x-6">
          <span className="wrap-anywhere grow basis-40">
            <span
              data-sent={`offer-what-${place}`}
              dir="auto"
              className="block [font-weight:var(--weight,600)]"
            />
            <span
              data-if={`offer-tree-${place}`}
              data-sent={`offer-tree-${place}`}
              dir="auto"
              className="block text-bark-500 text-sm"
            />
            {(["option", "optional"] as const).map((pick) => (
              <span
                key={pick}
                data-if={`offer-${pick}-${place}`}
                className="mt-1 inline-block rounded-sm border border-current px-1.5 text-bark-800 text-sm"
              >
                {copy[pick]}
              </span>
            ))}
          </span>
          <span
            data-sent={`offer-price-${place}`}
            className="tabular-nums [font-weight:var(--weight,600)]"
          />
        </span>
      </label>
    </li>
  );
}

/** The fields of an order: the day, and the name. */
function Acceptance() {
  return (
    <div data-if="offer-open" className="grid gap-6">
      <input type="hidden" name="total" data-offer="total" />
      <fieldset data-if="offer-day-0">
        <legend className="mb-1.5 font-semibold">{copy.day}</legend>
        <Day defaultChecked value="">
          {copy.anyDay}
        </Day>
        {days.map((place) => (
          <div key={place} data-if={`offer-day-${place}`}>
            <Day data-offer={`day-${place}`}>
              <span data-sent={`offer-day-${place}`} />
            </Day>
          </div>
        ))}
      </fieldset>
      <TextField
        name="signed"
        label={copy.name}
        hint={copy.nameHint}
        autoComplete="name"
        maxLength={100}
        required
      />
      <Button type="submit" name="decision" value="yes" variant="accent" size="lg">
        {copy.yes}
      </Button>
    </div>
  );
}

function Day({ children, ...input }: ComponentProps<"input">) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input type="radio" name="day" {...input} className="size-5 shrink-0" />
      <span>{children}</span>
    </label>
  );
}

/** Another decision, with a text. */
function More(props: {
  summary: string;
  button: string;
  decision: "ask" | "no";
  children: ReactNode;
}) {
  return (
    <details className="print:hidden">
      <summary className={buttonStyle({ variant: "outline", className: "w-full" })}>
        {props.summary}
      </summary>
      <div className="mt-4 grid gap-4">
        {props.children}
        <Button type="submit" name="decision" value={props.decision} formNoValidate>
          {props.button}
        </Button>
      </div>
    </details>
  );
}

/** Who accepted the estimate, when, and for which day. */
function Accepted() {
  return (
    <div
      data-if="offer-signed"
      className="on-dark rounded-lg bg-canopy-900 p-6 @max-large-text:px-2 text-paper-50 md:p-8"
    >
      <p className="flex items-center gap-3 font-bold text-lg text-lime-400">
        <GrowthRings rings={4} state="closing" className="size-10 shrink-0" />
        {copy.accepted}
      </p>
      <p className="wrap-anywhere mt-4">
        {copy.signed} <strong data-sent="offer-signed" />.
      </p>
      <p data-if="offer-day" className="mt-3">
        {copy.begins} <strong data-sent="offer-day" />.
      </p>
      <p className="mt-3">
        {copy.change} <PhoneNumber />.
      </p>
    </div>
  );
}
