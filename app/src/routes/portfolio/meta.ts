import { homeCity } from "../../content/areas.ts";
import { inWordsCapitalized } from "../../content/in-words.ts";
import type { PageMeta } from "../../content/page-meta.ts";
import { projects } from "./content.ts";

export const meta: PageMeta = {
  path: "/portfolio",
  title: "Latest projects",
  description: `${inWordsCapitalized(projects.length)} finished jobs around ${homeCity}: a crane removal, a thinned white oak, a tree off a roof, stumps, an acre of privet, an office park. With the numbers.`,
  keywords: [
    `tree removal projects ${homeCity}`,
    "tree service portfolio",
    "crane tree removal Marietta",
    "commercial tree care Alpharetta",
  ],
};
