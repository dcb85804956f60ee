import rulesUrl from "validator-wasm/validator_wasm_bg.wasm?url";
import { askForFormToken } from "../../../api/form-token";
import { pause } from "../../../api/post-json";
import { closest } from "../../../components/ui/closest";
import { forgetDraft, keepDraft, restoreDraft } from "../estimate-draft";
import { isSending, showSending } from "../form-state";
import { sendNatively } from "../send-natively";
import { type IslandNodes, islandNodes } from "./nodes";

/** The longest wait for hydration after a visitor has submitted the form. */
const TIMEOUT_MS = 10_000;

let original: IslandNodes = [];
let hydrating: Promise<void> | undefined;

/** Returns the island around an element, until React has hydrated it. */
const islandOf = (target: EventTarget | null) =>
  closest(target, "[data-island]:not([data-hydrated])");

/** Preloads the script of the rules, and the WebAssembly module that it would request. */
function preloadRules(): void {
  const link = document.createElement("link");
  const what = { rel: "preload", href: rulesUrl, as: "fetch", crossOrigin: "anonymous" };
  document.head.append(Object.assign(link, what));
  import("validator-wasm").catch(() => {
    // The submit tries again, and handles a failure.
  });
}

/** Hydrates the form once. Never rejects: the form works without React. After a failure, it tries again. */
function hydrate(island: HTMLElement): Promise<void> {
  if (!hydrating) preloadRules();
  hydrating ??= import("./hydrate-estimate-form")
    .then((form) => {
      form.hydrateEstimateForm(island, original);
      island.dataset.hydrated = "";
    })
    .catch(() => {
      hydrating = undefined;
    });
  return hydrating;
}

/** Hydrates the form at the first sign of intent: a hovering mouse, a focus, a click, or an input. */
export function hydrateOnIntent(): void {
  const onIntent = ({ target }: { target: EventTarget | null }) => {
    const island = islandOf(target);
    if (island) void hydrate(island);
  };
  addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") onIntent(event);
  });
  for (const intent of ["focusin", "click", "input"]) addEventListener(intent, onIntent);
  // The visitor may have focused a field before this script loaded.
  onIntent({ target: document.activeElement });
}

/** Requests the form token at the first focus on a field. On the button, the visitor would seem too quick. */
export function askForTokenOnFirstFocus(): void {
  const onFocus = ({ target }: { target: EventTarget | null }) => {
    if (closest(target, "[data-island] [name]")) void askForFormToken();
  };
  addEventListener("focusin", onFocus);
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
  addEventListener(
    "submit",
    (event) => {
      const { target: form } = event;
      const island = islandOf(form);
      if (!island || !(form instanceof HTMLFormElement)) return;
      event.preventDefault();
      if (isSending(form)) return;
      showSending(form, true);
      void Promise.race([hydrate(island), pause(TIMEOUT_MS)]).then(() =>
        islandOf(form) ? leaveToBrowser(form) : form.requestSubmit(),
      );
    },
    true,
  );
  // The visitor submitted the form natively, and came back from the response.
  addEventListener("pageshow", ({ persisted }) => {
    for (const form of document.forms) if (persisted && islandOf(form)) showSending(form, false);
  });
}

/** Lets the browser submit the form, or shows that there is no network. */
async function leaveToBrowser(form: HTMLFormElement): Promise<void> {
  if (await sendNatively(form)) return;
  showSending(form, false);
  form.querySelector("[data-notice=offline]")?.removeAttribute("hidden");
}
