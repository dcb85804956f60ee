import type { ComponentType } from "react";
import type { PagePath } from "./content/seo";
import About from "./pages/about";
import Cleanup from "./pages/cleanup";
import Contact from "./pages/contact";
import Faq from "./pages/faq";
import Home from "./pages/home";
import NotFound from "./pages/not-found";
import Portfolio from "./pages/portfolio";
import Services from "./pages/services";
import StormDamage from "./pages/storm-damage";
import StumpGrinding from "./pages/stump-grinding";
import Testimonials from "./pages/testimonials";
import TreePruning from "./pages/tree-pruning";
import TreeRemoval from "./pages/tree-removal";

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
