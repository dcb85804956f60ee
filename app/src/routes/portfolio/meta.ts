import type { PageMeta } from "../../content/page-meta.ts";

export const meta: PageMeta = {
  path: "/portfolio",
  title: "Latest projects",
  description:
    "Six finished jobs around Atlanta: a crane removal, a thinned white oak, a tree off a roof, stumps, an acre of privet, an office park. With the numbers.",
  keywords: [
    "tree removal projects Atlanta",
    "tree service portfolio",
    "crane tree removal Marietta",
    "commercial tree care Alpharetta",
  ],
};
