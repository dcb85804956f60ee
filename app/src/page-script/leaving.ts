import { closest } from "../components/ui/closest";

/** Shows that a link was followed, until the next page arrives (`styles/pressed.css`). */
export function showLeaving(): void {
  const { dataset } = document.documentElement;
  addEventListener("click", (event) => {
    const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || isElsewhere) return;
    const link = closest<HTMLAnchorElement>(event.target, "a[href]");
    if (!link?.protocol.startsWith("http") || link.target) return;
    const samePage = link.pathname === location.pathname && link.hash;
    if (!samePage) dataset.leaving = "";
  });
  // The back/forward cache restores the page as it was left.
  addEventListener("pagehide", () => delete dataset.leaving);
}
