// The script that all pages share.

import {
  askForTokenOnFirstFocus,
  holdSubmits,
  hydrateOnIntent,
  keepTyped,
} from "../features/estimate/island/script";
import { moveBeforeAfterLine } from "./before-after";
import { leadWithCallAfterHours } from "./call-bar";
import { showCurrentYear } from "./current-year";
import { showLeaving } from "./leaving";
import { openAndCloseMenus } from "./menus";
import { recordCalls } from "./phone-calls";

function start(): void {
  leadWithCallAfterHours();
  recordCalls();
  keepTyped();
  askForTokenOnFirstFocus();
  holdSubmits();
  hydrateOnIntent();
  openAndCloseMenus();
  moveBeforeAfterLine();
  showCurrentYear();
  showLeaving();
  // These browsers print closed `details` closed, and some of them ignore their name.
  if (!CSS.supports("selector(::details-content)")) void import("./answers");
}

// Runs on the dev server only. After hydration, React itself shows changes of the form.
if (import.meta.hot) {
  import.meta.hot.on("page:changed", (file: string) => {
    const hydrated = document.querySelector("[data-hydrated]");
    if (!hydrated || !file.includes("/features/")) location.reload();
  });
}

// A page that was prerendered speculatively starts when the visitor opens it.
if ((document as { prerendering?: boolean }).prerendering) {
  document.addEventListener("prerenderingchange", start, { once: true });
} else start();
