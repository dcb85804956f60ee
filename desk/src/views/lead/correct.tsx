import { type ComponentProps, useState } from "react";
import type { ActOf, Lead } from "../../api/server.ts";
import { act, enterAgain } from "../../data/act.ts";
import { useRefused } from "../../data/use-leads.ts";
import { Button, Field, StepForm } from "../../parts/form.tsx";
import { Sheet } from "./sheet.tsx";

type Correction = Omit<ActOf<"corrected">, "kind">;

const FIELDS: readonly [keyof Correction, string, ComponentProps<"input">?][] = [
  ["name", "Name", { required: true }],
  ["phone", "Number", { required: true, type: "tel" }],
  ["email", "Email", { inputMode: "email" }],
  ["address", "Address"],
  ["service", "What is to be done"],
];

/** A button that opens a form to correct the customer's details. Only the changed fields are recorded. */
export function Correct({ lead }: { lead: Lead }) {
  const refused = useRefused(lead.id);
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState<Partial<Record<keyof Correction, string>>>({});
  const given = (field: keyof Correction) => lead[field] ?? "";
  const changed = Object.fromEntries(
    FIELDS.flatMap(([field]) => {
      const text = typed[field]?.trim();
      return text === undefined || text === given(field) ? [] : [[field, text]];
    }),
  ) as Partial<Record<keyof Correction, string>>;
  const close = () => {
    setIsOpen(false);
    setTyped({});
  };
  const save = () => {
    close();
    if (refused) enterAgain(refused, changed);
    else if (Object.keys(changed).length > 0) act(lead, { kind: "corrected", ...changed });
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
                value={typed[field] ?? given(field)}
                {...props}
              />
            ))}
          </StepForm>
        </Sheet>
      )}
    </>
  );
}
