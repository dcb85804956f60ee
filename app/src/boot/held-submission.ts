import { formToken } from "../backend/form-token";
import { pageVisitor } from "../backend/visitor";
import { isAppRunning, startApp } from "./app-start";

/**
 * Holds a form that is sent before React is there, and sends it when React is. Where React does
 * not come, the form goes the browser's own way. It is never sent both ways.
 */
export function holdSubmissions(): void {
  let held = false;
  document.addEventListener(
    "submit",
    (event) => {
      const { target: form, submitter } = event;
      if (isAppRunning() || !(form instanceof HTMLFormElement)) return;
      event.preventDefault();
      // Also React must not see it: its listeners may be there before it has taken over.
      event.stopImmediatePropagation();
      if (held) return;
      held = true;
      form.ariaBusy = "true";
      startApp()
        .then(() => {
          form.ariaBusy = null;
          form.requestSubmit(submitter);
        })
        .catch(() => sendNatively(form));
    },
    { capture: true },
  );
  // Sent natively, and come back from the answer.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    held = false;
    for (const form of document.forms) form.ariaBusy = null;
  });
}

/** Sends a form as the browser would have done, with what is known of the visitor and the time. */
function sendNatively(form: HTMLFormElement): void {
  form.addEventListener(
    "formdata",
    ({ formData }) => {
      for (const [name, value] of Object.entries({ ...pageVisitor(), form_token: formToken() })) {
        if (value) formData.set(name, value);
      }
    },
    { once: true },
  );
  form.submit();
}
