import { inWords } from "../../content/in-words.ts";
import type { PageMeta } from "../../content/page-meta.ts";
import { packages } from "./content.ts";

export const meta: PageMeta = {
  path: "/services/tree-pruning",
  title: "Tree pruning in Atlanta, GA",
  description: `Crown cleaning, thinning, raising and reduction to ANSI A300. Pruning versus trimming, ${inWords(packages.items.length)} packages, and what to cut in which season in Atlanta.`,
  keywords: [
    "tree pruning Atlanta",
    "crown thinning",
    "crown reduction",
    "oak pruning season Georgia",
    "crape myrtle pruning",
    "ANSI A300 pruning",
  ],
};
