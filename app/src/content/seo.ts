import { business } from "./business.ts";
import type { PictureName } from "./pictures";
import { grindingDepth, responseTimes } from "./promises.ts";
import { figures } from "./statistics.ts";

/** What search engines and shared links show of a page. */
export interface PageDescription {
  /** The company name is appended where it is absent. */
  title: string;
  /** At most 160 characters, so that no result cuts it off. */
  description: string;
  keywords: string[];
}

/** The picture that shared links show, for every page. */
export const sharePicture: PictureName = "site/share";

/** The path of every page, and of the page that stands for all missing ones. */
export type PagePath = keyof typeof pages;

const pages = {
  "/": {
    title: `${business.name}: tree removal and pruning in Atlanta`,
    description: `Two brothers who climb. Certified arborists for Atlanta and seven counties, licensed, bonded and insured. Free estimates, ${figures.emergency} emergency service.`,
    keywords: [
      "tree service Atlanta",
      "tree care Atlanta GA",
      "tree removal Atlanta",
      "certified arborist Atlanta",
      "emergency tree service",
      "free tree estimate",
    ],
  },
  "/about": {
    title: "About us: two brothers who climb",
    description: `Family-owned since ${figures.founded}. How two brothers, two ropes and a borrowed chipper became a tree-care company in Atlanta, and what they hold themselves to.`,
    keywords: [
      "family-owned tree service Atlanta",
      "certified arborists Atlanta",
      "licensed bonded insured tree company",
      "local tree company Georgia",
    ],
  },
  "/services": {
    title: "Tree services in Atlanta, GA",
    description:
      "Removal, pruning, trimming, storm damage, cleanup and stump grinding in Atlanta and seven counties. What each service includes, and a free estimate.",
    keywords: [
      "tree services Atlanta",
      "tree trimming Atlanta",
      "tree pruning Atlanta",
      "stump grinding Atlanta",
      "storm damage tree removal",
      "land care Atlanta",
    ],
  },
  "/services/tree-removal": {
    title: "Tree removal in Atlanta, GA",
    description:
      "How a tree beside a house comes down: roped, cut, lowered. When removal is needed, the four steps, and the City of Atlanta’s tree permit.",
    keywords: [
      "tree removal Atlanta",
      "crane tree removal",
      "dead tree removal",
      "hazardous tree removal",
      "Atlanta tree removal permit",
      "loblolly pine removal",
    ],
  },
  "/services/tree-pruning": {
    title: "Tree pruning in Atlanta, GA",
    description:
      "Crown cleaning, thinning, raising and reduction to ANSI A300. Pruning versus trimming, three packages, and what to cut in which season in Atlanta.",
    keywords: [
      "tree pruning Atlanta",
      "crown thinning",
      "crown reduction",
      "oak pruning season Georgia",
      "crape myrtle pruning",
      "ANSI A300 pruning",
    ],
  },
  "/services/storm-damage": {
    title: `${figures.emergency} storm damage service, Atlanta`,
    description: `Tree on the roof or across the driveway? A crew arrives within ${responseTimes.arrival} and makes it safe the ${responseTimes.action}. Help with the insurance claim. Call at any hour.`,
    keywords: [
      "emergency tree service Atlanta",
      "storm damage tree removal",
      "tree on roof",
      "fallen tree removal",
      "24 hour tree service",
      "tree insurance claim",
    ],
  },
  "/services/cleanup": {
    title: "Yard and storm cleanup in Atlanta",
    description:
      "Brush, limbs, logs, leaves and overgrown lots: chipped, hauled and raked. Three levels of cleanup, five steps, and a free estimate anywhere around Atlanta.",
    keywords: [
      "storm debris cleanup Atlanta",
      "brush removal Atlanta",
      "yard cleanup",
      "lot clearing Atlanta",
      "land care",
      "log hauling",
    ],
  },
  "/services/stump-grinding": {
    title: "Stump grinding in Atlanta, GA",
    description: `Stumps ground ${grindingDepth.display} below ground, from crape myrtle to white oak. Size guide with times, how it is done, and what a rented grinder won’t do.`,
    keywords: [
      "stump grinding Atlanta",
      "stump removal Atlanta",
      "stump grinding cost by size",
      "stump grinding depth",
      "tree root grinding",
    ],
  },
  "/portfolio": {
    title: "Latest projects",
    description:
      "Six finished jobs around Atlanta: a crane removal, a thinned white oak, a tree off a roof, stumps, an acre of privet, an office park. With the numbers.",
    keywords: [
      "tree removal projects Atlanta",
      "tree service portfolio",
      "crane tree removal Marietta",
      "commercial tree care Alpharetta",
    ],
  },
  "/testimonials": {
    title: "Customer reviews",
    description: `${figures.rating} on average from ${figures.projects} customers in Atlanta and seven counties. Six of them say what happened to their tree, and what was left of the lawn.`,
    keywords: [
      "tree service reviews Atlanta",
      "best rated tree company Atlanta",
      "arborist reviews Georgia",
    ],
  },
  "/faq": {
    title: "Questions about tree care, answered",
    description:
      "What an estimate costs, when to prune an oak, whether Atlanta wants a permit, how far ahead to book. Twelve questions, answered by two arborists.",
    keywords: [
      "tree service questions",
      "tree removal permit Atlanta",
      "when to prune trees Georgia",
      "does insurance cover tree removal",
    ],
  },
  "/contact": {
    title: "Free Quote: tree work in Atlanta",
    description: `Ask for a free estimate in two minutes: where the tree stands, what it does, how soon. You hear from us within ${figures.reply}. Emergencies ${figures.emergency} by phone.`,
    keywords: [
      "free tree estimate Atlanta",
      "tree service quote",
      "contact arborist Atlanta",
      "emergency tree service phone number",
    ],
  },
  "/404": {
    title: "Page not found",
    description:
      "There is no page at this address. The way home, to the services and to the estimate form starts here.",
    keywords: ["page not found"],
  },
} satisfies Record<string, PageDescription>;

/** The description of every page, by its path. */
export const pageDescriptions: Readonly<Record<PagePath, PageDescription>> = pages;
