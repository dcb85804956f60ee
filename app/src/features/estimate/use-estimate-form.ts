import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { forgetFormToken } from "../../api/form-token";
import { forgetDraft } from "./estimate-draft";
import { readEstimate } from "./estimate-fields";
import { type EstimateNotice, offlineNotice } from "./estimate-notice";
import { showSending } from "./form-state";
import { HONEYPOT } from "./honeypot";
import { forgetIdempotencyKey, idempotencyKey } from "./idempotency-key";
import { noticeElement, noticeInPage } from "./notice-in-page";
import { sendNatively } from "./send-natively";
import { loadConfirmation, prepareToSubmit, submitEstimate } from "./submit-estimate";

/** The estimate form's behaviour. The inputs keep their own values: what was typed before React came stays. */
export function useEstimateForm(onHydrated?: () => void) {
  const [notice, setNotice] = useState<EstimateNotice | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const attempt = useRef<symbol | null>(null);
  // The notice that the visitor has been led to.
  const shown = useRef<EstimateNotice | null>(null);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (attempt.current) return;
    const thisAttempt = Symbol();
    attempt.current = thisAttempt;
    const target = event.currentTarget;
    showSending(target, true);
    setNotice(null);

    const content = new FormData(target);
    const estimate = readEstimate(content);
    const website = String(content.get(HONEYPOT) ?? "");
    const ending = await submitEstimate(estimate, idempotencyKey(estimate), website);
    // The browser sends it: the page goes away, and says until then that it is being sent.
    if (!ending && (await sendNatively(target))) return;
    const outcome = ending ?? offlineNotice;
    const showConfirmation = outcome.kind === "success" ? await loadConfirmation() : null;

    // The page went into the back/forward cache meanwhile, and another attempt was begun.
    if (attempt.current && attempt.current !== thisAttempt) return;
    attempt.current = null;
    if (outcome.kind === "success") {
      forgetIdempotencyKey();
      forgetFormToken();
      target.reset();
      forgetDraft();
    }
    showSending(target, false);
    if (showConfirmation) showConfirmation();
    else setNotice(outcome);
  }

  // What was under way when React arrived: the backend's answer to a form that was sent without
  // it (the visitor has seen it, and may be in another field by now), a field being filled in.
  useLayoutEffect(() => {
    if (!form.current) return;
    shown.current = noticeInPage(form.current);
    setNotice(shown.current);
    if (form.current.contains(document.activeElement)) prepareToSubmit();
    onHydrated?.();
  }, [onHydrated]);

  // Coming back to a page from the back/forward cache: what was under way is not any more. The key
  // stays, since nobody knows what came of it.
  useEffect(() => {
    function onPageShow({ persisted }: PageTransitionEvent) {
      if (!persisted || !form.current) return;
      attempt.current = null;
      showSending(form.current, false);
    }
    window.addEventListener("pageshow", onPageShow);
    return () => window.removeEventListener("pageshow", onPageShow);
  }, []);

  // A rejection leads to its field, a success to its notice. Otherwise the focus returns to
  // the button that lost it by being disabled.
  useEffect(() => {
    if (!notice || notice === shown.current || !form.current) return;
    shown.current = notice;
    const element = noticeElement(form.current);
    element?.scrollIntoView({ block: "nearest" });
    const control = notice.field && form.current.elements.namedItem(notice.field);
    if (control instanceof HTMLElement) control.focus();
    else if (notice.kind === "success") element?.focus({ preventScroll: true });
    else if (document.activeElement === document.body) {
      form.current.querySelector<HTMLElement>("[type=submit]")?.focus({ preventScroll: true });
    }
  }, [notice]);

  return {
    notice,
    form: {
      ref: form,
      onSubmit,
      onFocus: prepareToSubmit,
      onPointerDown: prepareToSubmit,
      // The field that was complained of is being mended.
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement;
        setNotice((current) => (current?.field === name ? null : current));
      },
    },
  };
}
