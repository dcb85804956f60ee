import { type ComponentProps, useState } from "react";
import type { ActOf, Lead } from "../../api/server.ts";
import { act, discard, enterAgain } from "../../data/act.ts";
import { useForm } from "../../data/draft.ts";
import { useRefused } from "../../data/use-leads.ts";
import { Field, StepForm } from "../../parts/fields.tsx";
import { Button, Problem } from "../../parts/form.tsx";
import { Sheet } from "./sheet.tsx";

type Correction = Omit<ActOf<"corrected">, "kind">;
type Words = Record<keyof Correction, string>;

const FIELDS: readonly [keyof Correction, string, ComponentProps<"input">?][] = [
  ["name", "Name", { required: true }],
  ["phone", "Number", { required: true, type: "tel" }],
  ["email", "Email", { inputMode: "email" }],
  ["address", "Address"],
  ["service", "What is to be done"],
];

/** A button that opens a form to correct the customer's details, or those that the server refused. */
export function Correct({ lead }: { lead: Lead }) {
  const refused = useRefused(lead.id).find(
    ({ enter, event }) => enter || event.kind === "corrected",
  );
  const [isOpen, setIsOpen] = useState(false);
  const [mistake, setMistake] = useState<string>();
  const given = Object.fromEntries(FIELDS.map(([field]) => [field, lead[field] ?? ""])) as Words;
  const known: Words = { ...given, ...(refused?.event as Words) };
  const { values, field, forget } = useForm(`${lead.id}/correct`, known);
  const texts = FIELDS.map(([field]) => [field, values[field].trim()] as const);
  const changed = Object.fromEntries(texts.filter(([field, text]) => text !== given[field]));
  const close = () => {
    setIsOpen(false);
    setMistake(undefined);
  };
  const save = () => {
    if (refused?.enter) enterAgain(refused, changed);
    else {
      const isChanged = Object.keys(changed).length > 0;
      const found = isChanged ? act(lead, { kind: "corrected", ...changed }) : undefined;
      if (found) return setMistake(found);
      if (refused) discard(refused);
    }
    forget();
    close();
  };
  return (
    <>
      <Button className="link min-h-12" onClick={() => setIsOpen(true)}>
        Correct this…
      </Button>
      {isOpen && (
        <Sheet close={close} title={`Correct ${lead.name}`}>
          <StepForm onSubmit={save} submit="Save">
            {FIELDS.map(([name, label, props]) => (
              <Field key={name} label={label} {...field(name)} {...props} />
            ))}
            <Problem>{mistake}</Problem>
          </StepForm>
        </Sheet>
      )}
    </>
  );
}
