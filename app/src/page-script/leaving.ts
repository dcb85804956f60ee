import { closest } from "./closest";

/** Shows that a link was followed, until the next page arrives (`styles/pressed.css`). */
export function showLeaving(): void {
  const { dataset } = document.documentElement;
  addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return;
    const link = closest<HTMLAnchorElement>(event.target, "a[href]");
    if (event.shiftKey || event.altKey || link?.target) return;
    if (!link?.protocol.startsWith("http")) return;
    const samePage = link.pathname === location.pathname && link.hash;
    if (!samePage) dataset.leaving = "";
  });
  // The back/forward cache restores the page as it was left.
  addEventListener("pagehide", () => delete dataset.leaving);
}
