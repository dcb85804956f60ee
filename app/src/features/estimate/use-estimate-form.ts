import {
  type FormEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { forgetFormToken } from "../../backend/form-token";
import { readEstimate } from "./estimate-fields";
import type { EstimateNotice } from "./estimate-notice";
import { HONEYPOT } from "./honeypot";
import { IdempotencyKey } from "./idempotency-key";
import { noticeElement, noticeInPage } from "./notice-in-page";
import { prepareToSubmit, submitEstimate } from "./submit-estimate";

const never = () => () => {};

/**
 * The estimate form's behaviour. The inputs keep their own values: what was typed before React
 * arrived stays, and only a success resets it.
 */
export function useEstimateForm() {
  const [sending, setSending] = useState(false);
  const [notice, setNotice] = useState<EstimateNotice | null>(null);
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const form = useRef<HTMLFormElement>(null);
  // State is too slow a guard: a second Enter comes before the next render.
  const attempt = useRef<symbol | null>(null);
  // The notice that the visitor has been led to.
  const shown = useRef<EstimateNotice | null>(null);
  const [idempotencyKey] = useState(() => new IdempotencyKey());

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (attempt.current) return;
    const thisAttempt = Symbol();
    attempt.current = thisAttempt;
    setSending(true);
    setNotice(null);

    const target = event.currentTarget;
    const content = new FormData(target);
    const estimate = readEstimate(content);
    const website = String(content.get(HONEYPOT) ?? "");
    const outcome = await submitEstimate(estimate, idempotencyKey.for(estimate), website);

    // The page went into the back/forward cache meanwhile, and another attempt was begun.
    if (attempt.current && attempt.current !== thisAttempt) return;
    attempt.current = null;
    if (outcome.kind === "success") {
      idempotencyKey.renew();
      forgetFormToken();
      target.reset();
    }
    setSending(false);
    setNotice(outcome);
  }

  // What was under way when React arrived: the backend's answer to a form that was sent without
  // it (the visitor has seen it, and may be in another field by now), a field being filled in.
  useLayoutEffect(() => {
    if (!form.current) return;
    shown.current = noticeInPage(form.current);
    setNotice(shown.current);
    if (form.current.contains(document.activeElement)) prepareToSubmit();
  }, []);

  // Coming back to a page from the back/forward cache: what was under way is not any more.
  useEffect(() => {
    function onPageShow({ persisted }: PageTransitionEvent) {
      if (!persisted) return;
      attempt.current = null;
      idempotencyKey.renew();
      setSending(false);
    }
    window.addEventListener("pageshow", onPageShow);
    return () => window.removeEventListener("pageshow", onPageShow);
  }, [idempotencyKey]);

  // A rejection leads to its field. Otherwise the focus returns to the button that lost it by
  // being disabled.
  useEffect(() => {
    if (!notice || notice === shown.current || !form.current) return;
    shown.current = notice;
    noticeElement(form.current)?.scrollIntoView({ block: "nearest" });
    const control = notice.field && form.current.elements.namedItem(notice.field);
    if (control instanceof HTMLElement) control.focus();
    else if (document.activeElement === document.body) {
      form.current.querySelector<HTMLElement>("[type=submit]")?.focus({ preventScroll: true });
    }
  }, [notice]);

  return {
    sending,
    notice,
    form: {
      ref: form,
      // The browser's own bubbles speak until ours can.
      noValidate: hydrated,
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
