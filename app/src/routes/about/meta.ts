import { homeCity, homeState } from "../../content/areas.ts";
import type { PageMeta } from "../../content/page-meta.ts";
import { figures } from "../../content/statistics.ts";

export const meta: PageMeta = {
  path: "/about",
  title: "About us: two brothers who climb",
  description: `Family-owned since ${figures.founded}. How two brothers, two ropes and a borrowed chipper became a tree-care company in ${homeCity}, and what they hold themselves to.`,
  keywords: [
    `family-owned tree service ${homeCity}`,
    `certified arborists ${homeCity}`,
    "licensed bonded insured tree company",
    `local tree company ${homeState.name}`,
  ],
};
