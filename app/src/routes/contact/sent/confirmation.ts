// The script of the confirmation: photographs, and what became of the request meanwhile.

import "../../../features/photos/tree-photos";

/** How long to wait before the page is asked again what became of the request; after a failure, twice as long. */
const PAUSE_MS = 45_000;

/** From then on it is asked only when the visitor comes back to it. After a day, the browser has no token any more. */
const MAX_PAUSE_MS = 3_600_000;

const part = "[data-progress]";
const shown = document.querySelector(part);
let pause = PAUSE_MS;
let timer = setTimeout(look, pause);

async function look(): Promise<void> {
  if (shown && !document.hidden) {
    // Where the server knows nothing of the request, the page has no such part.
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
