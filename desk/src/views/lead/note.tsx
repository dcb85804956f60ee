import { useRef } from "react";
import { LIMITS } from "../../api/description.ts";
import type { Lead } from "../../api/server.ts";
import { act } from "../../data/act.ts";
import { storeDraft, useDraft } from "../../data/draft.ts";
import { Button } from "../../parts/form.tsx";

/** Writes a note about a lead. An unsaved note stays on the phone. */
export function Note({ lead }: { lead: Lead }) {
  const text = useDraft(lead.id);
  const field = useRef<HTMLTextAreaElement>(null);

  function save() {
    const note = text.trim();
    if (!note) return;
    field.current?.focus();
    storeDraft(lead.id, "");
    act(lead, { kind: "noted", text: note });
  }

  return (
    <form
      className="flex flex-none items-end gap-2 border-line border-t bg-raised px-3 pt-2 md:justify-center print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        aria-label="Note"
        className="field field-sizing-content max-h-[40dvh] min-h-12 max-w-160 flex-1 resize-none"
        id="note"
        maxLength={LIMITS.noteLength}
        onChange={({ target }) => storeDraft(lead.id, target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          save();
        }}
        placeholder="Note: gate code, dog, the price"
        ref={field}
        rows={1}
        value={text}
      />
      {text.trim() && (
        <Button data-strong type="submit">
          Save note
        </Button>
      )}
    </form>
  );
}
