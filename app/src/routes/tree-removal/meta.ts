import { homeCity, homeState } from "../../content/areas.ts";
import { inWords } from "../../content/in-words.ts";
import type { PageMeta } from "../../content/page-meta.ts";
import { steps } from "./content.ts";

export const meta: PageMeta = {
  path: "/services/tree-removal",
  title: `Tree removal in ${homeCity}, ${homeState.code}`,
  description: `How a tree beside a house comes down: roped, cut, lowered. When removal is needed, the ${inWords(steps.items.length)} steps, and the City of ${homeCity}’s tree permit.`,
  keywords: [
    `tree removal ${homeCity}`,
    "crane tree removal",
    "dead tree removal",
    "hazardous tree removal",
    `${homeCity} tree removal permit`,
    "loblolly pine removal",
  ],
};
