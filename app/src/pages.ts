import { homeCity, homeState } from "./content/areas.ts";
import { business } from "./content/business.ts";
import { together } from "./content/founders.ts";
import { grindingDepth, responseTimes } from "./content/promises.ts";
import { plants } from "./content/region.ts";
import { answered, figures } from "./content/statistics.ts";
import { testimonials } from "./content/testimonials.ts";
import { storyInShort } from "./routes/about/content.ts";
import { keywords, work } from "./routes/portfolio/content.ts";

/** The address of a page, and what search engines and shared links show of it. */
export interface PageMeta {
  path: string;
  /** The company name is appended if the title does not contain it. */
  title: string;
  /** At most 160 characters, so that no result cuts it off. */
  description: string;
  /** Comma-separated. */
  keywords: string;
  /** Whether it is the response to other paths than its own. Its own path has no page. */
  unlisted?: boolean;
}

/** The pages, by folder in `routes/`, in the order of the sitemap. /services/tree-trimming is a 404 on purpose. */
export const pages = {
  home: {
    path: "/",
    title: `${business.name}: tree removal and pruning in ${homeCity}`,
    description: `A family company of certified arborists for ${homeCity} and surrounding counties, licensed, bonded and insured. Free estimates${business.emergencyService ? `, ${figures.emergency} emergency service` : ""}.`,
    keywords: `tree service ${homeCity}, tree care ${homeCity} ${homeState.code}, tree removal ${homeCity}, certified arborist ${homeCity}, emergency tree service, free tree estimate`,
  },
  about: {
    path: "/about",
    title: `About us: ${together} and their crew`,
    description: `Family-owned since ${figures.founded}. ${storyInShort}`,
    keywords: `family-owned tree service ${homeCity}, certified arborists ${homeCity}, licensed bonded insured tree company, local tree company ${homeState.name}`,
  },
  services: {
    path: "/services",
    title: `Tree services in ${homeCity}, ${homeState.code}`,
    description: `Removal, pruning, trimming, storm damage, cleanup and stump grinding in ${homeCity} and surrounding counties. What each service includes, and a free estimate.`,
    keywords: `tree services ${homeCity}, tree trimming ${homeCity}, tree pruning ${homeCity}, stump grinding ${homeCity}, storm damage tree removal, land care ${homeCity}`,
  },
  "tree-removal": {
    path: "/services/tree-removal",
    title: `Tree removal in ${homeCity}, ${homeState.code}`,
    description: `How a tree beside a house comes down: roped, cut, lowered. When removal is needed, the four steps, and the City of ${homeCity}’s tree permit.`,
    keywords: `tree removal ${homeCity}, crane tree removal, dead tree removal, hazardous tree removal, ${homeCity} tree removal permit, ${plants.keywords.removal}`,
  },
  "tree-pruning": {
    path: "/services/tree-pruning",
    title: `Tree pruning in ${homeCity}, ${homeState.code}`,
    description: `Crown cleaning, thinning, raising and reduction to ANSI A300. Pruning versus trimming, three packages, and what to cut in which season in ${homeCity}.`,
    keywords: `tree pruning ${homeCity}, crown thinning, crown reduction, oak pruning season ${homeState.name}, ${plants.keywords.pruning}, ANSI A300 pruning`,
  },
  "storm-damage": {
    path: "/services/storm-damage",
    title: `${business.emergencyService ? `${figures.emergency} storm` : "Storm"} damage service, ${homeCity}`,
    description: `Tree on the roof or across the driveway? A crew arrives within ${responseTimes.arrival} and makes it safe the ${responseTimes.action}. Help with the insurance claim. Call ${business.emergencyService ? "at any hour" : answered}.`,
    keywords: `emergency tree service ${homeCity}, storm damage tree removal, tree on roof, fallen tree removal, 24 hour tree service, tree insurance claim`,
  },
  cleanup: {
    path: "/services/cleanup",
    title: `Yard and storm cleanup in ${homeCity}`,
    description: `Brush, branches, logs, leaves and overgrown lots: chipped, hauled and raked. Three levels of cleanup, five steps, and a free estimate anywhere around ${homeCity}.`,
    keywords: `storm debris cleanup ${homeCity}, brush removal ${homeCity}, yard cleanup, lot clearing ${homeCity}, land care, log hauling`,
  },
  "stump-grinding": {
    path: "/services/stump-grinding",
    title: `Stump grinding in ${homeCity}, ${homeState.code}`,
    description: `Stumps ground ${grindingDepth.display} below ground, ${plants.stumps}. Size guide with times, how it is done, and what a rented grinder won’t do.`,
    keywords: `stump grinding ${homeCity}, stump removal ${homeCity}, stump grinding cost by size, stump grinding depth, tree root grinding`,
  },
  portfolio: {
    path: "/portfolio",
    title: "Latest projects",
    description: `Six finished jobs around ${homeCity}: ${work}. With the numbers.`,
    keywords: `tree removal projects ${homeCity}, tree service portfolio, ${keywords}`,
  },
  testimonials: {
    path: "/testimonials",
    title: "Customer reviews",
    description: `${figures.rating} from ${testimonials.length} reviews in ${homeCity} and surrounding counties: what happened to the tree, and what was left of the lawn.`,
    keywords: `tree service reviews ${homeCity}, best rated tree company ${homeCity}, arborist reviews ${homeState.name}`,
  },
  faq: {
    path: "/faq",
    title: "Questions about tree care, answered",
    description: `What an estimate costs, when to prune an oak, whether ${homeCity} wants a permit, how far ahead to book. Twelve questions, answered by certified arborists.`,
    keywords: `tree service questions, tree removal permit ${homeCity}, when to prune trees ${homeState.name}, does insurance cover tree removal`,
  },
  contact: {
    path: "/contact",
    title: `Free Estimate: tree work in ${homeCity}`,
    description: `Ask for a free estimate: where the tree is, what worries you, when you need us. You hear from us within ${figures.reply}. Emergencies ${figures.emergency} by phone.`,
    keywords: `free tree estimate ${homeCity}, tree service quote, contact arborist ${homeCity}, emergency tree service phone number`,
  },
  "contact/sent": {
    path: "/contact/sent",
    unlisted: true,
    title: "Request submitted",
    description: `Your request has reached us. You hear from us within ${figures.reply}, and the estimate is free. Emergencies ${figures.emergency} by phone.`,
    keywords: "request submitted",
  },
  "not-found": {
    path: "/404",
    unlisted: true,
    title: "Page not found",
    description:
      "There is no page at this address. The way home, to the services and to the estimate form starts here.",
    keywords: "page not found",
  },
} satisfies Record<string, PageMeta>;
