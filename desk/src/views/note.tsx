import { useState } from "react";
import { keepDraft, readDraft, removeDraft } from "../data/draft.ts";
import { LIMITS } from "../data/limits.ts";
import type { Lead } from "../data/server.ts";
import { useUnsentChanges } from "../data/use-changes.ts";
import { useChangeLead } from "../data/use-leads.ts";

/** The note on a lead. What is typed is kept on the phone until the server has it. */
export function Note({ lead }: { lead: Lead }) {
  const [draft, setDraft] = useState(() => readDraft(lead.id));
  // It is the note now: what becomes of the note from here on is no longer this draft's matter.
  if (draft && draft.text === lead.note) setDraft(undefined);
  const change = useChangeLead();
  const isUnsent = useUnsentChanges().some(
    ({ lead: { id }, note }) => id === lead.id && note !== undefined,
  );
  const text = draft?.text ?? lead.note;
  const isChanged = text !== lead.note;
  const isChangedByOther = isChanged && draft !== undefined && draft.seen !== lead.note;

  function type(typed: string) {
    const next = { text: typed, seen: draft?.seen ?? lead.note };
    setDraft(next);
    if (typed === lead.note) removeDraft(lead.id);
    else keepDraft(lead.id, next);
  }

  function save() {
    if (!draft) return;
    change({ lead: { ...lead, note: draft.seen }, note: draft.text });
    setDraft(undefined);
  }

  return (
    <section aria-labelledby="note-heading">
      <h2 id="note-heading">
        <label htmlFor="note">Note</label>
      </h2>
      {isChangedByOther && (
        <div className="mt-2 border-bark-500 border-l-[0.375rem] bg-paper-100 px-3.5 py-3">
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
      {isChanged && (
        <button className="button mt-2 w-full" data-strong onClick={save} type="button">
          Save note
        </button>
      )}
      {!isChanged && isUnsent && (
        <p className="mt-2">Kept on this phone. It is sent when there is a connection.</p>
      )}
    </section>
  );
}
