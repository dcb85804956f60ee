// The one script of every page.

import { moveBeforeAfterLine } from "./before-after";
import { leadWithCallAfterHours } from "./call-bar";
import { showCurrentYear } from "./current-year";
import {
  askForTokenOnFirstFocus,
  holdSubmits,
  hydrateOnIntent,
  keepTyped,
} from "./estimate-island";
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
}

// On the dev server alone. React shows a change of the form by itself once it has taken the form over.
if (import.meta.hot) {
  import.meta.hot.on("page:changed", (file: string) => {
    const hydrated = document.querySelector("[data-hydrated]");
    if (!hydrated || !file.includes("/features/")) location.reload();
  });
}

// A page that was loaded on speculation begins when it is looked at.
if ((document as { prerendering?: boolean }).prerendering) {
  document.addEventListener("prerenderingchange", start, { once: true });
} else start();
