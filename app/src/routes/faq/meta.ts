import { homeCity, homeState } from "../../content/areas.ts";
import { inWordsCapitalized } from "../../content/in-words.ts";
import type { PageMeta } from "../../content/page-meta.ts";
import { questionCount } from "./content.ts";

export const meta: PageMeta = {
  path: "/faq",
  title: "Questions about tree care, answered",
  description: `What an estimate costs, when to prune an oak, whether ${homeCity} wants a permit, how far ahead to book. ${inWordsCapitalized(questionCount())} questions, answered by two arborists.`,
  keywords: [
    "tree service questions",
    `tree removal permit ${homeCity}`,
    `when to prune trees ${homeState.name}`,
    "does insurance cover tree removal",
  ],
};
