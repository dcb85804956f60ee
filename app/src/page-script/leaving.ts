import { linkFollowedBy } from "./followed-link";

/** Shows that a link was pressed while the next page is on its way (`styles/pressed.css`). */
export function showLeaving(): void {
  const { dataset } = document.documentElement;
  document.addEventListener("click", (event) => {
    const link = linkFollowedBy(event);
    if (!link?.protocol.startsWith("http")) return;
    const samePage = link.pathname === location.pathname && link.hash;
    if (!samePage) dataset.leaving = "";
  });
  // It comes back from the back/forward cache as it was left.
  addEventListener("pagehide", () => delete dataset.leaving);
}
