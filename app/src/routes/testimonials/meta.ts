import { counties, homeCity, homeState } from "../../content/areas.ts";
import { inWords, inWordsCapitalized } from "../../content/in-words.ts";
import type { PageMeta } from "../../content/page-meta.ts";
import { figures } from "../../content/statistics.ts";
import { testimonials } from "../../content/testimonials.ts";

export const meta: PageMeta = {
  path: "/testimonials",
  title: "Customer reviews",
  description: `${figures.rating} on average from ${figures.projects} customers in ${homeCity} and ${inWords(counties.length)} counties. ${inWordsCapitalized(testimonials.length)} of them say what happened to their tree, and what was left of the lawn.`,
  keywords: [
    `tree service reviews ${homeCity}`,
    `best rated tree company ${homeCity}`,
    `arborist reviews ${homeState.name}`,
  ],
};
