import { type ReactNode, useId } from "react";
import type { Field } from "validator-wasm";
import { CallButton } from "../../components/call-button";
import { GrowthRings } from "../../components/drawings/growth-rings";
import { Knot } from "../../components/drawings/knot";
import { Button } from "../../components/ui/button";
import { SelectField, TextAreaField, TextField } from "../../components/ui/field";
import { RadioChips } from "../../components/ui/radio-chips";
import { serviceChoices, serviceHint, urgencyChoices } from "./choices";
import { formFields } from "./estimate-fields";
import { Honeypot } from "./honeypot";
import { NoticeAt } from "./notice-at";
import { useEstimateForm } from "./use-estimate-form";

/** The form for a free estimate: three short steps, and the button. */
export function EstimateForm() {
  const { form, notice, marked, asked } = useEstimateForm();

  // A notice appears where the visitor looks: at its field, or else at the button.
  const field = (name: Field) => ({
    name,
    ...formFields[name],
    invalid: marked.includes(name),
    notice: <NoticeAt place={name} notice={notice} />,
  });
  const askedField = (name: Field) => ({
    ...field(name),
    notice: (
      <>
        <p role="status" className="mt-1.5 font-semibold text-sm empty:hidden">
          {asked[name]}
        </p>
        {field(name).notice}
      </>
    ),
  });

  return (
    <form
      id="estimate-form"
      action="/contact"
      method="post"
      aria-label="Free estimate"
      className="group/form"
      // The page's script may have changed the attributes to show that the form is being sent.
      suppressHydrationWarning
      {...form}
    >
      <Step rings={1} title="What the tree needs">
        <SelectField {...field("service")} hint={serviceHint}>
          <option value="">Choose one</option>
          {serviceChoices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <div>
          <RadioChips {...field("urgency")} choices={urgencyChoices} />
          {/* The live region must be in the page before its content appears. */}
          <div role="status">
            <div className="on-dark mt-5 hidden flex-wrap items-center justify-between gap-3 rounded-md bg-canopy-950 p-4 text-paper-50 group-has-[[value=emergency]:checked]/form:flex">
              <p className="font-semibold">Then don’t wait for us to read this. Call.</p>
              <CallButton variant="destructive" />
            </div>
          </div>
        </div>
        <TextAreaField
          {...field("message")}
          placeholder="How tall, how close to the house, what worries you"
        />
      </Step>
      <Step rings={2} title="Where it stands">
        <TextAreaField
          {...askedField("address")}
          rows={2}
          autoComplete="street-address"
          placeholder="Street and town"
        />
      </Step>
      <Step rings={3} title="Who we call back">
        <div className="grid-fit-8 grid gap-5 max-sm:*:nth-[n+3]:col-span-full sm:grid-cols-2">
          <TextField {...field("firstName")} autoComplete="given-name" />
          <TextField {...field("lastName")} autoComplete="family-name" />
          <TextField
            {...askedField("phone")}
            hint="For this estimate only."
            type="tel"
            inputMode="tel"
            autoComplete="tel"
          />
          <TextField
            {...field("email")}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
      </Step>
      <Honeypot />
      {/* The page's script fills it in when the browser submits the form natively. */}
      <input type="hidden" name="form_token" />
      <div className="relative sm:pl-20">
        <Knot className="absolute top-0 left-7 hidden h-15 -translate-x-1/2 text-bark-500 sm:block" />
        <Button
          type="submit"
          variant="accent"
          size="lg"
          suppressHydrationWarning
          className="w-full group-aria-busy/form:cursor-progress"
        >
          <span className="group-aria-busy/form:hidden">Request my free estimate</span>
          <span className="hidden items-center gap-2.5 group-aria-busy/form:inline-flex">
            <GrowthRings rings={3} state="growing" className="size-7" />
            Sending...
          </span>
        </Button>
        <p role="status" className="sr-only">
          <span className="hidden group-aria-busy/form:inline-flex">Sending...</span>
        </p>
        <NoticeAt place="failure" notice={notice} />
        <NoticeAt place="offline" notice={notice} />
        <NoticeAt place="success" notice={notice} />
        <p className="mt-4 text-bark-500 text-sm group-has-[[value=emergency]:checked]/form:hidden">
          {`An answer within ${import.meta.env.VITE_REPLY_WITHIN_HOURS} hours.`}
        </p>
      </div>
    </form>
  );
}

/** Step n of the form, numbered by a trunk of n rings. The rope leads to the next step. */
function Step({ rings, title, children }: { rings: number; title: string; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset aria-labelledby={id} className="relative min-w-0 pb-10 sm:pl-20">
      <span
        aria-hidden="true"
        className="absolute top-14 -bottom-1 left-7 hidden w-0.5 -translate-x-1/2 bg-bark-500/50 sm:block"
      />
      <h3 id={id} className="mb-5 flex items-center gap-4 sm:-ml-20 sm:gap-6">
        <GrowthRings
          rings={rings}
          seed={rings}
          className="size-10 shrink-0 text-bark-500 sm:size-14"
        />
        {title}
      </h3>
      <div className="grid gap-5">{children}</div>
    </fieldset>
  );
}
