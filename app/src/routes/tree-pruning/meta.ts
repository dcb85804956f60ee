import { homeCity, homeState } from "../../content/areas.ts";
import { inWords } from "../../content/in-words.ts";
import type { PageMeta } from "../../content/page-meta.ts";
import { packages } from "./content.ts";

export const meta: PageMeta = {
  path: "/services/tree-pruning",
  title: `Tree pruning in ${homeCity}, ${homeState.code}`,
  description: `Crown cleaning, thinning, raising and reduction to ANSI A300. Pruning versus trimming, ${inWords(packages.items.length)} packages, and what to cut in which season in ${homeCity}.`,
  keywords: [
    `tree pruning ${homeCity}`,
    "crown thinning",
    "crown reduction",
    `oak pruning season ${homeState.name}`,
    "crape myrtle pruning",
    "ANSI A300 pruning",
  ],
};
