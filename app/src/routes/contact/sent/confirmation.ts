// The script of the confirmation. It handles photos, and updates the progress of the request.

import "../../../features/photos/tree-photos";

/** The time until the page is requested again for the request's progress. It doubles after each failure. */
const PAUSE_MS = 45_000;

/** From this pause on, the page is requested only when the visitor returns to it. After a day, the token is gone. */
const MAX_PAUSE_MS = 3_600_000;

const part = "[data-progress]";
const shown = document.querySelector(part);
let pause = PAUSE_MS;
let timer = setTimeout(look, pause);

async function look(): Promise<void> {
  if (shown && !document.hidden) {
    // If the server knows nothing about the request, the page lacks this part.
    const latest = await fetch("")
      .then((response) => response.text())
      .then((page) => new DOMParser().parseFromString(page, "text/html").querySelector(part))
      .catch(() => null);
    pause = latest ? PAUSE_MS : pause * 2;
    if (latest && latest.innerHTML !== shown.innerHTML) shown.innerHTML = latest.innerHTML;
  }
  clearTimeout(timer);
  if (pause < MAX_PAUSE_MS) timer = setTimeout(look, pause);
}

addEventListener("visibilitychange", look);
