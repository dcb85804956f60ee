import { inWords } from "../../content/in-words.ts";
import type { PageMeta } from "../../content/page-meta.ts";
import { steps } from "./content.ts";

export const meta: PageMeta = {
  path: "/services/tree-removal",
  title: "Tree removal in Atlanta, GA",
  description: `How a tree beside a house comes down: roped, cut, lowered. When removal is needed, the ${inWords(steps.items.length)} steps, and the City of Atlanta’s tree permit.`,
  keywords: [
    "tree removal Atlanta",
    "crane tree removal",
    "dead tree removal",
    "hazardous tree removal",
    "Atlanta tree removal permit",
    "loblolly pine removal",
  ],
};
