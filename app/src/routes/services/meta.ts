import { counties } from "../../content/areas.ts";
import { inWords } from "../../content/in-words.ts";
import type { PageMeta } from "../../content/page-meta.ts";

export const meta: PageMeta = {
  path: "/services",
  title: "Tree services in Atlanta, GA",
  description: `Removal, pruning, trimming, storm damage, cleanup and stump grinding in Atlanta and ${inWords(counties.length)} counties. What each service includes, and a free estimate.`,
  keywords: [
    "tree services Atlanta",
    "tree trimming Atlanta",
    "tree pruning Atlanta",
    "stump grinding Atlanta",
    "storm damage tree removal",
    "land care Atlanta",
  ],
};
