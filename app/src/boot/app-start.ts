/**
 * Brings React in. `tools/defer-app.mjs` takes the app's scripts out of the prerendered pages and
 * leaves their addresses in this template; where it is absent (on the dev server) the page has
 * started the app by itself.
 */
const TEMPLATE = "template#app";

/** How long a visitor who has pressed something waits for React, in milliseconds. */
const TIME_LIMIT_MS = 10_000;

const CONTROLS = "button, summary, label, input, select, textarea";
const INTERACTIVE = `a[href^='/'], ${CONTROLS}`;

let starting: Promise<void> | undefined;
let running = false;
let reportRunning: () => void;
const untilRunning = new Promise<void>((resolve) => {
  reportRunning = resolve;
});

/** Whether React has taken over. */
export function isAppRunning(): boolean {
  return running;
}

/** React has taken over: called by the app itself. */
export function appIsRunning(): void {
  running = true;
  reportRunning();
}

/**
 * Starts the app, once; a start that failed may be tried again. Rejects when the app cannot be
 * loaded or does not take over in time.
 */
export function startApp(): Promise<void> {
  starting ??= Promise.race([load(), afterTimeLimit()]).catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return starting;
}

async function load(): Promise<void> {
  const template = document.querySelector<HTMLTemplateElement>(TEMPLATE);
  if (template) {
    document.head.append(template.content.cloneNode(true));
    await import(/* @vite-ignore */ template.dataset.start ?? "");
  }
  await untilRunning;
}

function afterTimeLimit(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error("The app did not start in time")), TIME_LIMIT_MS);
  });
}

/**
 * Starts the app when a mouse comes over something interactive, when the keyboard reaches it, when
 * a control is used, or when the browser fills the form in. Reading, scrolling and calling need no
 * app, and a link that is tapped is on its way to the next page already.
 */
export function startAppOnIntent(): void {
  const start = (target: EventTarget | null, wanted: string) => {
    if (!running && target instanceof Element && target.closest(wanted)) {
      startApp().catch(() => {
        // The page works without; the next sign of intent tries again.
      });
    }
  };
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType === "mouse") start(target, INTERACTIVE);
  });
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.matches(":focus-visible")) start(target, INTERACTIVE);
  });
  document.addEventListener("click", ({ target }) => start(target, CONTROLS));
  document.addEventListener("input", ({ target }) => start(target, CONTROLS));
  // The visitor may have been quicker than this script.
  start(document.activeElement, CONTROLS);

  // The app had changed the address without loading the page, and the visitor has come back from
  // another site: to the browser both addresses are this one page, which shows only one of them.
  const { pathname } = location;
  addEventListener("popstate", () => {
    if (!running && location.pathname !== pathname) location.reload();
  });
}
