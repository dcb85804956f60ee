import { linkFollowedBy } from "./followed-link";

/** Shows that a link was followed, until the next page arrives (`styles/pressed.css`). */
export function showLeaving(): void {
  const { dataset } = document.documentElement;
  document.addEventListener("click", (event) => {
    const link = linkFollowedBy(event);
    if (!link?.protocol.startsWith("http")) return;
    const samePage = link.pathname === location.pathname && link.hash;
    if (!samePage) dataset.leaving = "";
  });
  // The back/forward cache restores the page as it was left.
  addEventListener("pagehide", () => delete dataset.leaving);
}
