import { useRef, useState } from "react";
import type { Lead } from "../../api/server.ts";
import { act } from "../../data/act.ts";
import { storeDraft, useDraft } from "../../data/draft.ts";
import { Button, Problem } from "../../parts/form.tsx";

/** Writes a note about a lead. An unsaved note stays on the phone. */
export function Note({ lead }: { lead: Lead }) {
  const text = useDraft(lead.id);
  const [mistake, setMistake] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);

  function save() {
    const note = text.trim();
    if (!note) return;
    field.current?.focus();
    const found = act(lead, { kind: "noted", text: note });
    setMistake(found);
    if (!found) storeDraft(lead.id, "");
  }

  return (
    <form
      className="order-2 flex flex-none flex-wrap items-end gap-2 border-line border-t bg-raised px-3 pt-2 md:justify-center print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Problem className="problem w-full">{mistake}</Problem>
      <textarea
        aria-label="Note"
        className="field field-sizing-content max-h-[40dvh] min-h-12 max-w-160 flex-1 resize-none"
        id="note"
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
