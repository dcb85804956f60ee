import type { PageMeta } from "./content/page-meta.ts";
import { meta as about } from "./routes/about/meta.ts";
import { meta as cleanup } from "./routes/cleanup/meta.ts";
import { meta as contact } from "./routes/contact/meta.ts";
import { meta as faq } from "./routes/faq/meta.ts";
import { meta as home } from "./routes/home/meta.ts";
import { meta as notFound } from "./routes/not-found/meta.ts";
import { meta as portfolio } from "./routes/portfolio/meta.ts";
import { meta as services } from "./routes/services/meta.ts";
import { meta as stormDamage } from "./routes/storm-damage/meta.ts";
import { meta as stumpGrinding } from "./routes/stump-grinding/meta.ts";
import { meta as testimonials } from "./routes/testimonials/meta.ts";
import { meta as treePruning } from "./routes/tree-pruning/meta.ts";
import { meta as treeRemoval } from "./routes/tree-removal/meta.ts";

/**
 * The pages, by their folders in `routes/`, in the order of the sitemap. There is none for /services/tree-trimming: it is a
 * wanted 404 (docs/product.md, section 2).
 */
export const pages = {
  home,
  about,
  services,
  "tree-removal": treeRemoval,
  "tree-pruning": treePruning,
  "storm-damage": stormDamage,
  cleanup,
  "stump-grinding": stumpGrinding,
  portfolio,
  testimonials,
  faq,
  contact,
  "not-found": notFound,
} satisfies Record<string, PageMeta>;
