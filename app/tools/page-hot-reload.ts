// What the dev server adds to each page: a change of what is rendered is taken into the page that is
// open, which keeps what was typed, opened and scrolled. What React has taken over is React's to change.

import { Idiomorph } from "idiomorph";

import.meta.hot?.on("page:changed", async () => {
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  const { body } = new DOMParser().parseFromString(await response.text(), "text/html");
  Idiomorph.morph(document.body, body, {
    callbacks: { beforeNodeMorphed: (node: Node) => !isHydrated(node) },
  });
});

/** An island whose form leaves checking to its own rules: React has taken over. */
const isHydrated = (node: Node) =>
  node instanceof HTMLElement && node.matches("[data-island]:has(form[novalidate])");
