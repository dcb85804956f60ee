import {
  type FocusEvent,
  type FormEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Field } from "validator-wasm";
import { forgetFormToken } from "../../api/form-token";
import { headOf, pause, TIME_LIMIT_MS } from "../../api/post-json";
import { doubts } from "./doubts";
import { forgetDraft } from "./estimate-draft";
import { readEstimate } from "./estimate-fields";
import { type EstimateNotice, offlineNotice } from "./estimate-notice";
import { showSending } from "./form-state";
import { HONEYPOT } from "./honeypot";
import { forgetIdempotencyKey, idempotencyKey } from "./idempotency-key";
import { noticeElement, noticeInPage } from "./notice-in-page";
import { sendNatively } from "./send-natively";
import { prepareToSubmit, submitEstimate } from "./submit-estimate";

const CONFIRMATION = "/contact?sent";

const CONFIRMATION_TIMEOUT_MS = 5_000;

/** Returns the form's state and handlers. The inputs are uncontrolled: they keep what was typed before hydration. */
export function useEstimateForm() {
  const [notice, setNotice] = useState<EstimateNotice | null>(null);
  // The fields to be corrected, and the questions about fields.
  const [marked, setMarked] = useState<readonly Field[]>([]);
  const [asked, setAsked] = useState<Partial<Record<Field, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const attempt = useRef<symbol | null>(null);
  // The last notice that the visitor was taken to.
  const shown = useRef<EstimateNotice | null>(null);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (attempt.current) return;
    const thisAttempt = Symbol();
    attempt.current = thisAttempt;
    const target = event.currentTarget;
    showSending(target, true);
    tell(null);

    const content = new FormData(target);
    const estimate = readEstimate(content);
    const website = String(content.get(HONEYPOT) ?? "");
    const ending = await submitEstimate(estimate, idempotencyKey(), website);
    // The browser submits the form. Until the page unloads, it shows that the form is being sent.
    if (!ending && (await sendNatively(target))) return;
    const outcome = ending ?? offlineNotice;
    const isConfirmed =
      outcome.kind === "success" && (await headOf(CONFIRMATION, CONFIRMATION_TIMEOUT_MS))?.ok;

    // The page was in the back/forward cache meanwhile, and the visitor started another attempt.
    if (attempt.current && attempt.current !== thisAttempt) return;
    if (outcome.kind === "success") {
      forgetIdempotencyKey();
      forgetFormToken();
      forgetDraft();
      if (isConfirmed) {
        location.replace(CONFIRMATION);
        // Until the page unloads, it shows that the form is being sent. The confirmation may never arrive.
        await pause(TIME_LIMIT_MS);
        if (attempt.current !== thisAttempt) return;
      }
      target.reset();
    }
    attempt.current = null;
    showSending(target, false);
    tell(outcome);
  }

  function ask(name: string, question = "") {
    setAsked((current) => ({ ...current, [name]: question }));
  }

  function tell(outcome: EstimateNotice | null) {
    setNotice(outcome);
    setMarked(outcome?.fields ?? []);
  }

  // Takes over the state before hydration: the notice in the response to a form that was sent without React
  // (the visitor has seen it, and may be in another field by now), and a field that is being filled in.
  useLayoutEffect(() => {
    if (!form.current) return;
    shown.current = noticeInPage(form.current);
    setNotice(shown.current);
    setMarked(shown.current?.fields ?? []);
    if (form.current.contains(document.activeElement)) prepareToSubmit();
  }, []);

  // After a return from the back/forward cache, nothing is in progress anymore. The key stays, because the
  // outcome of the attempt is unknown.
  useEffect(() => {
    function onPageShow({ persisted }: PageTransitionEvent) {
      if (!persisted || !form.current) return;
      attempt.current = null;
      showSending(form.current, false);
    }
    window.addEventListener("pageshow", onPageShow);
    return () => window.removeEventListener("pageshow", onPageShow);
  }, []);

  // A rejection moves the focus to its field, a success to its notice. Otherwise the focus returns to the
  // button, which lost it when it was disabled.
  useEffect(() => {
    if (!notice || notice === shown.current || !form.current) return;
    shown.current = notice;
    const element = noticeElement(form.current);
    element?.scrollIntoView({ block: "nearest" });
    const control = notice.field && form.current.elements.namedItem(notice.field);
    if (control instanceof HTMLElement) {
      control.focus();
      selectWords(control, notice.finding);
    } else if (notice.kind === "success") element?.focus({ preventScroll: true });
    else if (document.activeElement === document.body) {
      form.current.querySelector<HTMLElement>("[type=submit]")?.focus({ preventScroll: true });
    }
  }, [notice]);

  return {
    notice,
    marked,
    asked,
    form: {
      ref: form,
      onSubmit,
      onFocus: prepareToSubmit,
      onPointerDown: prepareToSubmit,
      onBlur: ({ target }: FocusEvent) => {
        const { name, value } = target as HTMLInputElement;
        ask(name, doubts[name as Field]?.(value));
      },
      // The visitor is correcting the field that the notice is about.
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement;
        ask(name, "");
        setNotice((current) => (current?.field === name ? null : current));
        setMarked((current) => current.filter((field) => field !== name));
      },
    },
  };
}

/** Selects the words in the control that caused the rejection: the first that the finding quotes. */
function selectWords(control: HTMLElement, finding: string) {
  const [, words] = /“([^”]+)”/.exec(finding) ?? [];
  if (!words) return;
  // An email input does not support partial selection.
  if (control instanceof HTMLInputElement) control.select();
  if (!(control instanceof HTMLTextAreaElement)) return;
  const start = control.value.indexOf(words);
  if (start >= 0) control.setSelectionRange(start, start + words.length);
}
