import { startApp } from "./app-start";

/**
 * The page for missing ones cannot know at build time which path is missing: the app looks for one
 * that is near, and logs it. Where the app does not come, this does.
 */
export function helpOnMissingPage(): void {
  if (!document.querySelector("[data-missing-page]")) return;
  startApp().catch(() => console.warn(`Page not found: ${location.pathname}`));
}
