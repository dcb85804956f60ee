import { startApp } from "./app-start";

/**
 * The page for missing ones cannot know at build time which path is missing: the app looks for one
 * that is near, and logs it. Where the app does not come, this does.
 */
export function helpOnMissingPage(): void {
  if (!document.querySelector("[data-missing-page]")) return;
  // Not before the page is painted: the app would hold up what is seen first.
  const start = () =>
    requestAnimationFrame(() => {
      setTimeout(() =>
        startApp().catch(() => console.warn(`Page not found: ${location.pathname}`)),
      );
    });
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start, { once: true });
}
