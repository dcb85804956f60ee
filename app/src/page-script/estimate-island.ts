import rulesUrl from "validator-wasm/validator_wasm_bg.wasm?url";
import { askForFormToken } from "../api/form-token";
import { forgetDraft, keepDraft, restoreDraft } from "../features/estimate/estimate-draft";
import { isSending, showSending } from "../features/estimate/form-state";
import { sendNatively } from "../features/estimate/send-natively";

/** How long a visitor who has sent the form waits for React. */
const TIMEOUT_MS = 10_000;

const islandOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-island]") : null;

let hydrating: Promise<void> | undefined;
let hydrated = false;

/** Asks for the rules, and for the module that their script would ask for once it is here. */
function preloadRules(): void {
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: rulesUrl });
  document.head.append(link);
  import("validator-wasm").catch(() => {
    // Tried again, and answered for, when the form is sent.
  });
}

/** Lets React take the form over, once; where that failed it may be tried again. */
function hydrate(island: HTMLElement): Promise<void> {
  if (!hydrating) preloadRules();
  hydrating ??= import("../features/estimate/hydrate-estimate-form")
    .then(({ hydrateEstimateForm }) => hydrateEstimateForm(island))
    .then(() => {
      hydrated = true;
      island.dataset.hydrated = "";
    })
    .catch((error: unknown) => {
      hydrating = undefined;
      throw error;
    });
  return hydrating;
}

/** Brings React to the form at the first sign of intent: a mouse over it, the focus, a press, something filled in. */
export function hydrateOnIntent(): void {
  const onIntent = ({ target }: { target: EventTarget | null }) => {
    const island = islandOf(target);
    if (!island || hydrated) return;
    hydrate(island).catch(() => {
      // The form works without; the next sign of intent tries again.
    });
  };
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") onIntent(event);
  });
  for (const intent of ["focusin", "click", "input"]) document.addEventListener(intent, onIntent);
  // The visitor may have been quicker than this script.
  onIntent({ target: document.activeElement });
}

/** Notes when the filling-in began. A press of the button is none: it would say that the visitor was too quick. */
export function askForTokenOnFirstFocus(): void {
  const onFocus = ({ target }: { target: EventTarget | null }) => {
    if (target instanceof Element && target.matches("form :not(button)")) void askForFormToken();
  };
  document.addEventListener("focusin", onFocus);
  onFocus({ target: document.activeElement });
}

/** Keeps what is typed until its outcome is known, and puts it back. */
export function keepTyped(): void {
  if (document.querySelector("[data-notice=success]:not([hidden])")) forgetDraft();
  const form = document.querySelector<HTMLFormElement>("[data-island] form");
  if (!form) return;
  // The rules speak from the first submit on, as soon as they are here, and not the browser's bubbles.
  form.noValidate = true;
  restoreDraft(form);
  form.addEventListener("input", () => keepDraft(form));
}

/** Holds a form that is sent before React is there, for React to send; where that does not come, the browser does. */
export function holdSubmits(): void {
  document.addEventListener(
    "submit",
    (event) => {
      const { target: form } = event;
      const island = islandOf(form);
      if (hydrated || !island || !(form instanceof HTMLFormElement)) return;
      event.preventDefault();
      // Also React must not see it: its listeners may be there before it has taken over.
      event.stopImmediatePropagation();
      if (isSending(form)) return;
      showSending(form, true);
      const timeout = new Promise<never>((_, reject) => setTimeout(reject, TIMEOUT_MS));
      Promise.race([hydrate(island), timeout])
        .then(() => form.requestSubmit())
        .catch(() => leaveToBrowser(form));
    },
    { capture: true },
  );
  // Sent natively, and come back from the answer.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted || hydrated) return;
    for (const form of document.forms) showSending(form, false);
  });
}

/** Leaves the form to the browser, or says that there is no network. */
async function leaveToBrowser(form: HTMLFormElement): Promise<void> {
  if (await sendNatively(form)) return;
  showSending(form, false);
  form.querySelector("[data-notice=offline]")?.removeAttribute("hidden");
}
