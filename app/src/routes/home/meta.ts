import { counties, homeCity, homeState } from "../../content/areas.ts";
import { business } from "../../content/business.ts";
import { inWords } from "../../content/in-words.ts";
import type { PageMeta } from "../../content/page-meta.ts";
import { figures } from "../../content/statistics.ts";

export const meta: PageMeta = {
  path: "/",
  title: `${business.name}: tree removal and pruning in ${homeCity}`,
  description: `Two brothers who climb. Certified arborists for ${homeCity} and ${inWords(counties.length)} counties, licensed, bonded and insured. Free estimates, ${figures.emergency} emergency service.`,
  keywords: [
    `tree service ${homeCity}`,
    `tree care ${homeCity} ${homeState.code}`,
    `tree removal ${homeCity}`,
    `certified arborist ${homeCity}`,
    "emergency tree service",
    "free tree estimate",
  ],
};
