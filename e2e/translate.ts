import type { Page } from "@playwright/test";

/** Does to a page what a browser's translation does: each text is wrapped in two elements, with other words. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest("script, style, textarea")) continue;
      const outer = document.createElement("font");
      const inner = document.createElement("font");
      inner.textContent = `·${text.data}`;
      outer.append(inner);
      text.replaceWith(outer);
    }
  });
}
