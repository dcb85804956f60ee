/** Moves the focus of a removed element to the heading of the smallest part of the page that is still there. */
export function followFocus(root: Element) {
  /** the element that had the focus last, and its ancestors */
  let path: Element[] = [];
  root.addEventListener("focusin", (event) => {
    path = event.composedPath().filter((target) => target instanceof Element);
  });
  new MutationObserver(() => {
    if (document.activeElement !== document.body || path[0]?.isConnected !== false) return;
    const part = path.find((element) => element.isConnected && element.querySelector("h1, h2"));
    const heading = part?.querySelector(".lead h1") ?? part?.querySelector("h1, h2");
    if (!(heading instanceof HTMLElement)) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }).observe(root, { childList: true, subtree: true });
}
