/** When the focused element is removed, focuses the heading of its nearest remaining ancestor that has one. */
export function followFocus(root: Element) {
  /** the last focused element and its ancestors */
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
