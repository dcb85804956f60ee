import { inWords, inWordsCapitalized } from "../../content/in-words.ts";
import type { PageMeta } from "../../content/page-meta.ts";
import { levels, steps } from "./content.ts";

export const meta: PageMeta = {
  path: "/services/cleanup",
  title: "Yard and storm cleanup in Atlanta",
  description: `Brush, limbs, logs, leaves and overgrown lots: chipped, hauled and raked. ${inWordsCapitalized(levels.items.length)} levels of cleanup, ${inWords(steps.items.length)} steps, and a free estimate anywhere around Atlanta.`,
  keywords: [
    "storm debris cleanup Atlanta",
    "brush removal Atlanta",
    "yard cleanup",
    "lot clearing Atlanta",
    "land care",
    "log hauling",
  ],
};
