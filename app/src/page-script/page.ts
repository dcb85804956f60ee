// The one script of every page.

import { moveBeforeAfterLine } from "./before-after";
import { showCurrentYear } from "./current-year";
import {
  askForTokenOnFirstFocus,
  holdSubmits,
  hydrateOnIntent,
  keepTyped,
} from "./estimate-island";
import { showLeaving } from "./leaving";
import { closeMenus, followDialogCommands } from "./menus";
import { helpOnMissingPage } from "./missing-page";
import { recordCalls } from "./phone-calls";

function start(): void {
  recordCalls();
  keepTyped();
  askForTokenOnFirstFocus();
  holdSubmits();
  hydrateOnIntent();
  followDialogCommands();
  closeMenus();
  moveBeforeAfterLine();
  showCurrentYear();
  showLeaving();
  helpOnMissingPage();
}

// A page that was loaded on speculation begins when it is looked at.
if ((document as { prerendering?: boolean }).prerendering) {
  document.addEventListener("prerenderingchange", start, { once: true });
} else start();
