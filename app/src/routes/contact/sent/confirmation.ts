// The script of the confirmation. It handles photos and the estimate, and updates the progress of the request.

import "../../../features/photos/tree-photos";
import "./offer-script";

/** The time until the page is requested again for the request's progress. It doubles after each failure. */
const PAUSE_MS = 45_000;

/** From this pause on, the page is requested only when the visitor returns to it. After a day, the token is gone. */
const MAX_PAUSE_MS = 3_600_000;

const parts = (page: Document) => [...page.querySelectorAll("[data-progress]")];
const shown = parts(document);
// A translation changes what is shown, but not what the server said.
const known = shown.map((part) => part.innerHTML);
let pause = PAUSE_MS;
let timer = setTimeout(look, pause);

async function look(): Promise<void> {
  if (!document.hidden) {
    const latest = await fetch("")
      .then((response) => response.text())
      .then((page) => parts(new DOMParser().parseFromString(page, "text/html")))
      .catch(() => []);
    // If the server knows nothing about the request, the page lacks a part.
    const isKnown = latest.length === shown.length;
    pause = isKnown ? PAUSE_MS : pause * 2;
    for (const [index, part] of isKnown ? shown.entries() : []) {
      const text = latest[index]?.innerHTML ?? "";
      if (text !== known[index]) part.innerHTML = text;
      known[index] = text;
    }
  }
  clearTimeout(timer);
  if (pause < MAX_PAUSE_MS) timer = setTimeout(look, pause);
}

addEventListener("visibilitychange", look);
