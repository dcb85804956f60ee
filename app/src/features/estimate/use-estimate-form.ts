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
import { headOf } from "../../api/post-json";
import { forgetDraft } from "./estimate-draft";
import { readEstimate } from "./estimate-fields";
import { type EstimateNotice, offlineNotice } from "./estimate-notice";
import { showSending } from "./form-state";
import { HONEYPOT } from "./honeypot";
import { forgetIdempotencyKey, idempotencyKey } from "./idempotency-key";
import { noticeElement, noticeInPage } from "./notice-in-page";
import { phoneDoubt } from "./phone-doubt";
import { sendNatively } from "./send-natively";
import { prepareToSubmit, submitEstimate } from "./submit-estimate";

/** The page that confirms what was sent. */
const CONFIRMATION = "/contact?sent";

/** How long a sign of it is waited for. */
const CONFIRMATION_TIMEOUT_MS = 5_000;

/** The estimate form's behaviour. The inputs keep their own values: what was typed before React came stays. */
export function useEstimateForm(onHydrated?: () => void) {
  const [notice, setNotice] = useState<EstimateNotice | null>(null);
  // The fields to be mended, and the question about the telephone number.
  const [marked, setMarked] = useState<readonly Field[]>([]);
  const [doubt, setDoubt] = useState("");
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
    tell(null);

    const content = new FormData(target);
    const estimate = readEstimate(content);
    const website = String(content.get(HONEYPOT) ?? "");
    const ending = await submitEstimate(estimate, idempotencyKey(estimate), website);
    // The browser sends it: the page goes away, and says until then that it is being sent.
    if (!ending && (await sendNatively(target))) return;
    const outcome = ending ?? offlineNotice;
    const isConfirmed =
      outcome.kind === "success" && (await headOf(CONFIRMATION, CONFIRMATION_TIMEOUT_MS))?.ok;

    // The page went into the back/forward cache meanwhile, and another attempt was begun.
    if (attempt.current && attempt.current !== thisAttempt) return;
    attempt.current = null;
    if (outcome.kind === "success") {
      forgetIdempotencyKey();
      forgetFormToken();
      forgetDraft();
      // The page goes away, and says until then that it is being sent.
      if (isConfirmed) return location.replace(CONFIRMATION);
      target.reset();
    }
    showSending(target, false);
    tell(outcome);
  }

  function tell(outcome: EstimateNotice | null) {
    setNotice(outcome);
    setMarked(outcome?.fields ?? []);
  }

  // What was under way when React arrived: the backend's answer to a form that was sent without
  // it (the visitor has seen it, and may be in another field by now), a field being filled in.
  useLayoutEffect(() => {
    if (!form.current) return;
    shown.current = noticeInPage(form.current);
    setNotice(shown.current);
    setMarked(shown.current?.fields ?? []);
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
    doubt,
    form: {
      ref: form,
      onSubmit,
      onFocus: prepareToSubmit,
      onPointerDown: prepareToSubmit,
      onBlur: ({ target }: FocusEvent<HTMLFormElement, HTMLInputElement>) => {
        if (target.name === "phone") setDoubt(phoneDoubt(target.value));
      },
      // The field that was complained of is being mended.
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement;
        setNotice((current) => (current?.field === name ? null : current));
        setMarked((current) => current.filter((field) => field !== name));
        if (name === "phone") setDoubt("");
      },
    },
  };
}

/** Marks the words in the control that are at fault: the first that the finding quotes. */
function selectWords(control: HTMLElement, finding: string) {
  const [, words] = /“([^”]+)”/.exec(finding) ?? [];
  if (!words) return;
  // An e-mail address has no selection of a part.
  if (control instanceof HTMLInputElement) control.select();
  if (!(control instanceof HTMLTextAreaElement)) return;
  const start = control.value.indexOf(words);
  if (start >= 0) control.setSelectionRange(start, start + words.length);
}
