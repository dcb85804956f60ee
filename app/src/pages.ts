import type { ComponentType } from "react";
import type { PagePath } from "./content/seo";
import About from "./routes/about/page";
import Cleanup from "./routes/cleanup/page";
import Contact from "./routes/contact/page";
import Faq from "./routes/faq/page";
import Home from "./routes/home/page";
import NotFound from "./routes/not-found/page";
import Portfolio from "./routes/portfolio/page";
import Services from "./routes/services/page";
import StormDamage from "./routes/storm-damage/page";
import StumpGrinding from "./routes/stump-grinding/page";
import Testimonials from "./routes/testimonials/page";
import TreePruning from "./routes/tree-pruning/page";
import TreeRemoval from "./routes/tree-removal/page";

/**
 * The pages by their paths. There is none for /services/tree-trimming: it is a wanted 404
 * (specification, section 2).
 */
export const pages: Readonly<Record<PagePath, ComponentType>> = {
  "/": Home,
  "/about": About,
  "/services": Services,
  "/services/tree-removal": TreeRemoval,
  "/services/tree-pruning": TreePruning,
  "/services/storm-damage": StormDamage,
  "/services/cleanup": Cleanup,
  "/services/stump-grinding": StumpGrinding,
  "/portfolio": Portfolio,
  "/testimonials": Testimonials,
  "/faq": Faq,
  "/contact": Contact,
  "/404": NotFound,
};
