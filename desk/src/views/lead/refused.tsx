import { useState } from "react";
import { correct, discard } from "../../data/step.ts";
import { useKnown } from "../../data/store.ts";
import { Button } from "../../parts/button.tsx";
import { Field, StepForm } from "../../parts/fields.tsx";
import type { Change } from "../../rules/change.ts";

const FIELDS = {
  name: "Name",
  phone: "Number",
  email: "E-mail",
  address: "Address",
  details: "What they need",
};

/** A caller who was entered without a network, and whom the server's rules have refused since. */
export function Refused({ lead }: { lead: string }) {
  const changes = useKnown((state) => state.changes);
  const refused = changes.find(({ leadId, refusal }) => refusal && leadId === lead);
  return refused?.enter && <Correction key={refused.id} refused={refused} />;
}

function Correction({ refused }: { refused: Change }) {
  const { enter, refusal } = refused;
  const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
  const field = names.find((name) => name === refusal?.field) ?? "name";
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
