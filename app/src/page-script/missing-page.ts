// Loaded on the page for missing ones alone, which is built without a path: logs the path, and shows the
// advice that there is for it, or the page that may be meant. The page's own links say which pages there
// are, and by which names.

import { type KnownPath, nearestPath } from "./nearest-path";

console.warn(`Page not found: ${location.pathname}`);

const page = document.querySelector("[data-missing-page]");
const known: KnownPath[] = [];
for (const element of document.querySelectorAll<HTMLElement>("[data-advice]")) {
  known.push({ path: element.dataset.advice ?? "", names: [] });
}
for (const link of document.querySelectorAll<HTMLAnchorElement>("nav a")) {
  known.push({ path: link.pathname, names: [link.textContent] });
}
const path = nearestPath(location.pathname, known);
const advice = document.querySelector<HTMLElement>(`[data-advice="${path}"]`);
if (advice) advice.hidden = false;
const meant = page?.querySelector<HTMLAnchorElement>(`nav a[href="${path}"]`);
const suggestion = page?.querySelector<HTMLAnchorElement>("[data-suggestion] a");
if (meant && suggestion?.parentElement) {
  suggestion.href = meant.href;
  suggestion.textContent = meant.textContent;
  suggestion.parentElement.hidden = false;
}
