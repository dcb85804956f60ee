/** The nodes in each element of an island, with the text of those that are texts. */
export type IslandNodes = [Element, { node: ChildNode; text: string | null }[]][];

/** Returns an island's nodes. The content of a text area is its value, not a part of the page. */
export function islandNodes(island: Element): IslandNodes {
  return [island, ...island.querySelectorAll(":not(textarea)")].map((element) => [
    element,
    Array.from(element.childNodes, (node) => ({ node, text: node.nodeValue })),
  ]);
}

/** Restores an island's nodes. It moves no element that is in its place: the focused one would lose the focus. */
export function restoreIslandNodes(nodes: IslandNodes): void {
  for (const [element, children] of nodes) {
    for (const node of Array.from(element.childNodes)) {
      if (!children.some((child) => child.node === node)) node.remove();
    }
    let next: ChildNode | null = null;
    for (const { node, text } of children.toReversed()) {
      if (node.nodeValue !== text) node.nodeValue = text;
      if (node.parentNode !== element) element.insertBefore(node, next);
      next = node;
    }
  }
}
