import { removeChange, useKnown } from "../../data/store.ts";
import { conflictInWords, setAnyway } from "../../data/unsent.ts";
import { Button } from "../../parts/button.tsx";

/** Where somebody else has decided otherwise than was decided here: theirs is kept, unless it is set anyway. */
export function Conflict({ lead }: { lead: string }) {
  const changes = useKnown((state) => state.changes);
  const change = changes.find(({ leadId, theirs }) => theirs && leadId === lead);
  if (!change) return null;
  return (
    <div className="rounded-md border-2 border-ink p-4" role="alert">
      <p>{conflictInWords(change)}</p>
      <p className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => void setAnyway(change.id)}>Set it anyway</Button>
        <Button onClick={() => void removeChange(change)}>Leave theirs</Button>
      </p>
    </div>
  );
}
