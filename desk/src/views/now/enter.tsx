import { useRef, useState } from "react";
import { discard, enter } from "../../data/act.ts";
import { readDraft, removeDraft, storeDraft } from "../../data/draft.ts";
import { leadHref } from "../../data/route.ts";
import { closeToastsAbout } from "../../data/toasts.ts";
import { useNow } from "../../data/use-now.ts";
import { Field, Problem, StepForm, takeFocus } from "../../parts/form.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { nextOpening } from "../../rules/clock.ts";
import type { Refusal } from "../../rules/log.ts";
import { morningInWords } from "../../words/time.ts";

/** An empty form. `text` is what the caller needs. */
const EMPTY = { name: "", phone: "", address: "", text: "", isEmergency: false };

const DRAFT_NAME = "caller";

/** A form that enters a caller as a lead. The rules of the estimate form apply. */
export default function EnterView() {
  const [typed, setTyped] = useState(() => readDraft<typeof EMPTY>(DRAFT_NAME) ?? EMPTY);
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const form = useRef<HTMLDivElement>(null);
  const morning = useNow((now) => morningInWords(nextOpening(now), now));
  const type = (part: Partial<typeof EMPTY>) => {
    setTyped({ ...typed, ...part });
    storeDraft(DRAFT_NAME, { ...typed, ...part });
  };
  const send = async () => {
    const { name, phone, address, text, isEmergency } = typed;
    setIsSending(true);
    // From here on, the caller is kept as an unsent change.
    removeDraft(DRAFT_NAME);
    const { id, refused } = await enter({
      name,
      phone,
      address: address.trim() || undefined,
      details: text,
      urgency: isEmergency ? "emergency" : undefined,
    });
    setIsSending(false);
    // Another view was opened meanwhile: it stays, and a caller who was refused is corrected in the list.
    const isLeft = !form.current || location.hash !== "#enter";
    if (!refused || isLeft) {
      setTyped(EMPTY);
      if (!isLeft) location.hash = leadHref(id);
      return;
    }
    // The form still has all fields, and shows the reason.
    closeToastsAbout(id);
    await discard(refused);
    storeDraft(DRAFT_NAME, typed);
    setRefusal(refused.refusal);
  };
  const isInvalid = (field: string) => refusal?.field === field || undefined;
  const field = (name: "name" | "phone" | "address") => ({
    "aria-invalid": isInvalid(name),
    onType: (text: string) => type({ [name]: text }),
    value: typed[name],
  });
  return (
    <>
      <ViewHeading name="enter">A caller is a lead too, and comes back {morning}.</ViewHeading>
      <div className="px-4 pb-8" ref={form}>
        <StepForm isDisabled={isSending} onSubmit={() => void send()} submit="Enter">
          <Field label="Name" ref={takeFocus} {...field("name")} />
          <Field label="Number" required type="tel" {...field("phone")} />
          <Field label="Address" {...field("address")} />
          <label className="grid grid-cols-1 gap-1 font-semibold">
            What they need
            <textarea
              aria-invalid={isInvalid("details")}
              className="field field-sizing-content max-h-[40dvh] min-h-26"
              onChange={({ target }) => type({ text: target.value })}
              required
              value={typed.text}
            />
          </label>
          <label className="flex min-h-12 items-center gap-3 font-semibold">
            <input
              checked={typed.isEmergency}
              className="size-6 accent-press"
              onChange={({ target }) => type({ isEmergency: target.checked })}
              type="checkbox"
            />
            It is an emergency
          </label>
          <Problem>{refusal?.error}</Problem>
        </StepForm>
      </div>
    </>
  );
}
