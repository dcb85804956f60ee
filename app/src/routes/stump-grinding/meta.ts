import { homeCity, homeState } from "../../content/areas.ts";
import type { PageMeta } from "../../content/page-meta.ts";
import { grindingDepth } from "../../content/promises.ts";

export const meta: PageMeta = {
  path: "/services/stump-grinding",
  title: `Stump grinding in ${homeCity}, ${homeState.code}`,
  description: `Stumps ground ${grindingDepth.display} below ground, from crape myrtle to white oak. Size guide with times, how it is done, and what a rented grinder won’t do.`,
  keywords: [
    `stump grinding ${homeCity}`,
    `stump removal ${homeCity}`,
    "stump grinding cost by size",
    "stump grinding depth",
    "tree root grinding",
  ],
};
