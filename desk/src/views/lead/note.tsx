import { LIMITS } from "../../api/description.ts";
import type { Lead } from "../../api/server.ts";
import { removeDraft, storeDraft } from "../../data/draft.ts";
import { takeStep } from "../../data/step.ts";
import { useUnsavedNote, useUnsentChanges } from "../../data/use-leads.ts";
import { Button } from "../../parts/form.tsx";

/** The note on a lead. What is typed is stored on the phone until the server has it. */
export function Note({ lead }: { lead: Lead }) {
  const draft = useUnsavedNote(lead);
  const isUnsent = useUnsentChanges().some(
    ({ leadId, set }) => leadId === lead.id && set?.note !== undefined,
  );
  const text = draft?.text ?? lead.note;
  const isChangedByOther = draft !== undefined && draft.seen !== lead.note;

  function type(typed: string) {
    if (typed === lead.note) removeDraft(lead.id);
    else storeDraft(lead.id, { text: typed, seen: draft?.seen ?? lead.note });
  }

  function save() {
    if (!draft) return;
    takeStep({ ...lead, note: draft.seen }, { kind: "note", text: draft.text });
  }

  return (
    <section aria-labelledby="note-heading">
      <h2 id="note-heading">
        <label htmlFor="note">Note</label>
      </h2>
      {isChangedByOther && (
        <div className="mt-2 border-edge border-l-8 bg-sunk px-3.5 py-3">
          <p className="font-semibold">Somebody else has written meanwhile. Both will be kept:</p>
          <p className="mt-1 whitespace-pre-wrap">{lead.note}</p>
        </div>
      )}
      <textarea
        className="field field-sizing-content mt-2 max-h-[60dvh] min-h-26"
        id="note"
        maxLength={LIMITS.noteLength}
        onChange={({ target }) => type(target.value)}
        placeholder="Gate code, dog, the price you named"
        value={text}
      />
      {draft && (
        <Button className="button mt-2 w-full" data-strong onClick={save}>
          Save note
        </Button>
      )}
      {!draft && isUnsent && (
        <p className="mt-2">Kept on this phone. It is sent when there is a connection.</p>
      )}
    </section>
  );
}
