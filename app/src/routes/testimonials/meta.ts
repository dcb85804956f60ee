import type { PageMeta } from "../../content/page-meta.ts";
import { figures } from "../../content/statistics.ts";

export const meta: PageMeta = {
  path: "/testimonials",
  title: "Customer reviews",
  description: `${figures.rating} on average from ${figures.projects} customers in Atlanta and seven counties. Six of them say what happened to their tree, and what was left of the lawn.`,
  keywords: [
    "tree service reviews Atlanta",
    "best rated tree company Atlanta",
    "arborist reviews Georgia",
  ],
};
