import rulesUrl from "validator-wasm/validator_wasm_bg.wasm?url";
import { askForFormToken } from "../api/form-token";
import { forgetDraft, keepDraft, restoreDraft } from "../features/estimate/estimate-draft";
import { isSending, showSending } from "../features/estimate/form-state";
import { type IslandNodes, islandNodes } from "../features/estimate/island-nodes";
import { sendNatively } from "../features/estimate/send-natively";

/** The longest wait for hydration after a visitor has submitted the form. */
const TIMEOUT_MS = 10_000;

const islandOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-island]") : null;

let original: IslandNodes = [];
let hydrating: Promise<void> | undefined;
let hydrated = false;

/** Preloads the script of the rules, and the WebAssembly module that it would request. */
function preloadRules(): void {
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: rulesUrl });
  document.head.append(link);
  import("validator-wasm").catch(() => {
    // The submit tries again, and handles a failure.
  });
}

/** Hydrates the form once. After a failure, it may be tried again. */
function hydrate(island: HTMLElement): Promise<void> {
  if (!hydrating) preloadRules();
  hydrating ??= import("../features/estimate/hydrate-estimate-form")
    .then(({ hydrateEstimateForm }) => hydrateEstimateForm(island, original))
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

/** Hydrates the form at the first sign of intent: a hovering mouse, a focus, a click, or an input. */
export function hydrateOnIntent(): void {
  const onIntent = ({ target }: { target: EventTarget | null }) => {
    const island = islandOf(target);
    if (!island || hydrated) return;
    hydrate(island).catch(() => {
      // The form works without React; the next sign of intent tries again.
    });
  };
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") onIntent(event);
  });
  for (const intent of ["focusin", "click", "input"]) document.addEventListener(intent, onIntent);
  // The visitor may have focused a field before this script loaded.
  onIntent({ target: document.activeElement });
}

/** Requests the form token at the first focus on a field. On the button, the visitor would seem too quick. */
export function askForTokenOnFirstFocus(): void {
  const onFocus = ({ target }: { target: EventTarget | null }) => {
    if (target instanceof Element && target.matches("form :not(button)")) void askForFormToken();
  };
  document.addEventListener("focusin", onFocus);
  onFocus({ target: document.activeElement });
}

/** Stores what is typed until its outcome is known, and restores it. */
export function keepTyped(): void {
  if (document.querySelector("[data-notice=success]:not([hidden])")) forgetDraft();
  const island = document.querySelector("[data-island]");
  const form = island?.querySelector("form");
  if (!island || !form) return;
  original = islandNodes(island);
  // From the first submit on, once they have loaded, the rules report errors instead of the browser's own bubbles.
  form.noValidate = true;
  restoreDraft(form);
  // React may have rendered another form.
  island.addEventListener("input", () => keepDraft(island.querySelector("form") ?? form));
}

/** Queues a submit until React can handle it. If React does not load, the browser submits the form. */
export function holdSubmits(): void {
  document.addEventListener(
    "submit",
    (event) => {
      const { target: form } = event;
      const island = islandOf(form);
      if (hydrated || !island || !(form instanceof HTMLFormElement)) return;
      event.preventDefault();
      if (isSending(form)) return;
      showSending(form, true);
      const timeout = new Promise<never>((_, reject) => setTimeout(reject, TIMEOUT_MS));
      Promise.race([hydrate(island), timeout])
        .then(() => form.requestSubmit())
        .catch(() => leaveToBrowser(form));
    },
    { capture: true },
  );
  // The visitor submitted the form natively, and came back from the response.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted || hydrated) return;
    for (const form of document.forms) showSending(form, false);
  });
}

/** Lets the browser submit the form, or shows that there is no network. */
async function leaveToBrowser(form: HTMLFormElement): Promise<void> {
  if (await sendNatively(form)) return;
  showSending(form, false);
  form.querySelector("[data-notice=offline]")?.removeAttribute("hidden");
}
