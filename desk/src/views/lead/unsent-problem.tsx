import { useState } from "react";
import { correct, discard } from "../../data/act.ts";
import { useUnsent } from "../../data/use-leads.ts";
import { Button, Field, StepForm } from "../../parts/form.tsx";
import type { Unsent } from "../../rules/log.ts";

/** A caller whom the server refused, to be corrected. */
export function UnsentProblem({ lead }: { lead: string }) {
  const refused = useUnsent().find(({ leadId, refusal }) => leadId === lead && refusal);
  return refused && <Correction key={refused.event.id} refused={refused} />;
}

const FIELDS = {
  name: "Name",
  phone: "Number",
  email: "E-mail",
  address: "Address",
  details: "What they need",
};

function Correction({ refused }: { refused: Unsent }) {
  const { enter, refusal } = refused;
  const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
  const field = names.find((name) => name === refusal?.field) ?? "phone";
  const [value, setValue] = useState(enter?.[field] ?? "");
  return (
    <div className="rounded-md border-2 border-ink p-4">
      <p className="mb-3" role="alert">
        Not accepted, and kept on this phone alone: {refusal?.error}
      </p>
      <StepForm onSubmit={() => void correct(refused, { [field]: value })} submit="Send again">
        <Field label={FIELDS[field]} onType={setValue} required value={value} />
      </StepForm>
      <Button className="button mt-4 w-full" onClick={() => void discard(refused)}>
        Remove it
      </Button>
    </div>
  );
}
