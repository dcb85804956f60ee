import { counties, homeCity, homeState } from "../../content/areas.ts";
import { inWords } from "../../content/in-words.ts";
import type { PageMeta } from "../../content/page-meta.ts";

export const meta: PageMeta = {
  path: "/services",
  title: `Tree services in ${homeCity}, ${homeState.code}`,
  description: `Removal, pruning, trimming, storm damage, cleanup and stump grinding in ${homeCity} and ${inWords(counties.length)} counties. What each service includes, and a free estimate.`,
  keywords: [
    `tree services ${homeCity}`,
    `tree trimming ${homeCity}`,
    `tree pruning ${homeCity}`,
    `stump grinding ${homeCity}`,
    "storm damage tree removal",
    `land care ${homeCity}`,
  ],
};
