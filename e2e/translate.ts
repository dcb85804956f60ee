/** Does in the page what a browser's translation does: wraps each text in two elements, and changes its words. */
export function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const kept = text.parentElement?.closest("script, style, textarea, title, [translate=no]");
    if (!text.data.trim() || kept) continue;
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    inner.textContent = `·${text.data}`;
    outer.append(inner);
    text.replaceWith(outer);
  }
  document.documentElement.lang = "es";
}
