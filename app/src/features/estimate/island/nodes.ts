/** The nodes in each element of an island, with the text of those that are texts. */
export type IslandNodes = [Element, { node: ChildNode; text: string | null }[]][];

/** Returns an island's nodes. The content of a text area is its value, not a part of the page. */
export function islandNodes(island: Element): IslandNodes {
  return [island, ...island.querySelectorAll(":not(textarea)")].map((element) => [
    element,
    Array.from(element.childNodes, (node) => ({ node, text: node.nodeValue })),
  ]);
}
