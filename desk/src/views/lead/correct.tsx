import { type ComponentProps, useState } from "react";
import type { ActOf, Lead } from "../../api/server.ts";
import { act, discard, enterAgain } from "../../data/act.ts";
import { useRefused } from "../../data/use-leads.ts";
import { Button, Field, Problem, StepForm } from "../../parts/form.tsx";
import { Sheet } from "./sheet.tsx";

type Correction = Omit<ActOf<"corrected">, "kind">;
type Words = Partial<Record<keyof Correction, string>>;

const FIELDS: readonly [keyof Correction, string, ComponentProps<"input">?][] = [
  ["name", "Name", { required: true }],
  ["phone", "Number", { required: true, type: "tel" }],
  ["email", "Email", { inputMode: "email" }],
  ["address", "Address"],
  ["service", "What is to be done"],
];

/**
 * A button that opens a form to correct the customer's details, or those that the server refused. Only the changed
 * fields are recorded.
 */
export function Correct({ lead }: { lead: Lead }) {
  const refused = useRefused(lead.id).find(
    ({ enter, event }) => enter || event.kind === "corrected",
  );
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState<Words>({});
  const [mistake, setMistake] = useState<string>();
  const given = (field: keyof Correction) => lead[field] ?? "";
  const words: Words = { ...(refused?.event as Words), ...typed };
  const changed = Object.fromEntries(
    FIELDS.flatMap(([field]) => {
      const text = words[field]?.trim();
      return text === undefined || text === given(field) ? [] : [[field, text]];
    }),
  ) as Words;
  const close = () => {
    setIsOpen(false);
    setTyped({});
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
            {FIELDS.map(([field, label, props]) => (
              <Field
                key={field}
                label={label}
                onType={(text) => setTyped({ ...typed, [field]: text })}
                value={words[field] ?? given(field)}
                {...props}
              />
            ))}
            <Problem>{mistake}</Problem>
          </StepForm>
        </Sheet>
      )}
    </>
  );
}
