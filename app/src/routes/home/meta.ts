import { counties } from "../../content/areas.ts";
import { business } from "../../content/business.ts";
import { inWords } from "../../content/in-words.ts";
import type { PageMeta } from "../../content/page-meta.ts";
import { figures } from "../../content/statistics.ts";

export const meta: PageMeta = {
  path: "/",
  title: `${business.name}: tree removal and pruning in Atlanta`,
  description: `Two brothers who climb. Certified arborists for Atlanta and ${inWords(counties.length)} counties, licensed, bonded and insured. Free estimates, ${figures.emergency} emergency service.`,
  keywords: [
    "tree service Atlanta",
    "tree care Atlanta GA",
    "tree removal Atlanta",
    "certified arborist Atlanta",
    "emergency tree service",
    "free tree estimate",
  ],
};
