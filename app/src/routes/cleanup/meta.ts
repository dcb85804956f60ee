import { homeCity } from "../../content/areas.ts";
import { inWords, inWordsCapitalized } from "../../content/in-words.ts";
import type { PageMeta } from "../../content/page-meta.ts";
import { levels, steps } from "./content.ts";

export const meta: PageMeta = {
  path: "/services/cleanup",
  title: `Yard and storm cleanup in ${homeCity}`,
  description: `Brush, limbs, logs, leaves and overgrown lots: chipped, hauled and raked. ${inWordsCapitalized(levels.items.length)} levels of cleanup, ${inWords(steps.items.length)} steps, and a free estimate anywhere around ${homeCity}.`,
  keywords: [
    `storm debris cleanup ${homeCity}`,
    `brush removal ${homeCity}`,
    "yard cleanup",
    `lot clearing ${homeCity}`,
    "land care",
    "log hauling",
  ],
};
