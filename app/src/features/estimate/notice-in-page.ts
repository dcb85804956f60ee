import { isField } from "./estimate-fields";
import type { EstimateNotice } from "./estimate-notice";

/** Returns the notice that the form shows, whether React or the backend rendered it. */
export function noticeElement(form: HTMLFormElement): HTMLElement | null {
  return form.querySelector("[data-notice]:not([hidden])");
}

/** Returns the notice in the backend's response to a form that was sent without React. */
export function noticeInPage(form: HTMLFormElement): EstimateNotice | null {
  const element = noticeElement(form);
  if (!element) return null;
  const words = (part: string) => element.querySelector(part)?.textContent ?? "";
  const place = element.dataset.notice;
  const marked = Array.from(form.querySelectorAll<HTMLInputElement>("[aria-invalid=true]"));
  return {
    kind: place === "success" || place === "offline" ? place : "failure",
    title: words("[data-notice-title]"),
    text: words("[data-notice-text]"),
    field: isField(place) ? place : null,
    fields: marked.map(({ name }) => name).filter(isField),
    finding: words("[data-notice-finding]"),
  };
}
