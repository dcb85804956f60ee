import type { EnteredLead } from "../../api/server.ts";
import { enter } from "../../data/act.ts";
import { CALLER_OF_TAB, callerDrafts, useForm } from "../../data/draft.ts";
import { leadHref, viewHref } from "../../page/route.ts";
import { useNow } from "../../page/use-now.ts";
import { Field, StepForm } from "../../parts/fields.tsx";
import { takeFocus } from "../../parts/form.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { nextOpening } from "../../rules/clock.ts";
import { morningInWords } from "../../words/time.ts";

type Caller = Record<"name" | "phone" | "address" | "details", string> &
  Pick<EnteredLead, "urgency">;

const EMPTY: Caller = { name: "", phone: "", address: "", details: "" };

/** A form that enters a caller as a lead. It requires a phone number, as the server does. */
export default function EnterView({ rest }: { rest: string }) {
  const draft = rest || CALLER_OF_TAB;
  const { values: typed, type, field, forget } = useForm(draft, EMPTY);
  const morning = useNow((now) => morningInWords(nextOpening(now), now));
  const send = () => {
    // From here on, the caller is stored as an unsent change.
    forget();
    location.hash = leadHref(enter({ ...typed, address: typed.address.trim() || undefined }));
  };
  return (
    <>
      <ViewHeading name="enter">
        {typed.urgency === "emergency"
          ? "An emergency is to be called back at once."
          : `A caller is a lead too, and comes back ${morning}.`}
      </ViewHeading>
      <div className="px-4 pb-8">
        {callerDrafts().map((other) => other !== draft && <Begun draft={other} key={other} />)}
        <StepForm onSubmit={send} submit="Enter">
          <Field label="Name" ref={takeFocus} {...field("name")} />
          <Field
            label="Number"
            pattern=".*\S.*"
            required
            title="A telephone number"
            type="tel"
            {...field("phone")}
          />
          <Field label="Address" {...field("address")} />
          <label className="grid grid-cols-1 gap-1 font-semibold">
            What they need
            <textarea
              className="field field-sizing-content max-h-[40dvh] min-h-26"
              onChange={({ target }) => type({ details: target.value })}
              value={typed.details}
            />
          </label>
          <label className="flex min-h-12 items-center gap-3 font-semibold">
            <input
              checked={typed.urgency === "emergency"}
              className="size-6 accent-press"
              onChange={({ target }) => type({ urgency: target.checked ? "emergency" : undefined })}
              type="checkbox"
            />
            It is an emergency
          </label>
        </StepForm>
      </div>
    </>
  );
}

/** A link to a caller whom somebody began to enter in another tab, or before the desk was closed. */
function Begun({ draft }: { draft: string }) {
  const { name, phone, details } = useForm(draft, EMPTY).values;
  return (
    <p className="mb-4">
      <a className="link" href={viewHref("enter", draft)}>
        Not entered yet: {name || phone || details}
      </a>
    </p>
  );
}
