import { useState } from "react";
import { correct, discard } from "../../data/step.ts";
import { removeChange, useStore } from "../../data/store.ts";
import { setAnyway } from "../../data/unsent.ts";
import { Button, Field, StepForm } from "../../parts/form.tsx";
import type { Change } from "../../rules/change.ts";
import { conflictInWords } from "../../words/change.ts";

/** The changes to a lead that the server refused, or that are in conflict with another person's. */
export function UnsentProblem({ lead }: { lead: string }) {
  const changes = useStore((state) => state.changes).filter(({ leadId }) => leadId === lead);
  const refused = changes.find(({ enter, refusal }) => enter && refusal);
  const conflict = changes.find(({ theirs }) => theirs);
  return (
    <>
      {refused && <Correction key={refused.id} refused={refused} />}
      {conflict && (
        <div className="rounded-md border-2 border-ink p-4" role="alert">
          <p>{conflictInWords(conflict)}</p>
          <p className="mt-3 flex flex-wrap gap-2">
            <Button onClick={() => void setAnyway(conflict.id)}>Set it anyway</Button>
            <Button onClick={() => void removeChange(conflict)}>Leave theirs</Button>
          </p>
        </div>
      )}
    </>
  );
}

const FIELDS = {
  name: "Name",
  phone: "Number",
  email: "E-mail",
  address: "Address",
  details: "What they need",
};

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
