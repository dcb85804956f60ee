import { crownRule } from "../../content/promises.ts";
import * as region from "../../content/region.ts";
import type {
  BeforeAfter,
  CallToAction,
  Hero,
  ListSection,
  Package,
  Section,
} from "../../content/sections.ts";
import { figures } from "../../content/statistics.ts";

/** One of the four ways of pruning a crown. */
export interface PruningType {
  /** The id in links, in the switch, and in the name of the drawing that marks the cuts. */
  id: "cleaning" | "thinning" | "raising" | "reduction";
  text: string;
  measure: string;
}

export const hero: Hero = {
  eyebrow: "Tree pruning",
  heading: "Tree pruning, and a reason for every cut",
  text: `A tree doesn’t heal. It seals, cut by cut, and remembers each one. So we make few of them, just outside the branch collar. ${crownRule}.`,
};

/** An explanation of pruning, with its four types. */
export const pruning: Section<PruningType> = {
  heading: "Pruning is for the tree",
  text: "It decides how the crown grows from here. There are four ways to do it, and most jobs are a mix of two.",
  items: {
    "Crown cleaning": {
      id: "cleaning",
      text: "Out come the dead, the broken, the diseased and the two that rub each other raw. Every mature oak needs it now and then, and it takes nothing that the tree would miss.",
      measure: "Dead wood from 2 inches up",
    },
    "Crown thinning": {
      id: "thinning",
      text: "Small live branches from all over the crown, so that wind passes and light reaches the grass. The outline stays. If you can see where we cut, we cut too much.",
      measure: "At most a quarter of the live crown",
    },
    "Crown raising": {
      id: "raising",
      text: "The lowest limbs go, for a driveway, a walk or a roof. Two thirds of the height stay crown, or the tree turns into a sail on a stick.",
      measure: "8 feet over a walk, 14 over a street",
    },
    "Crown reduction": {
      id: "reduction",
      text: "The longest limbs are cut back to a side branch strong enough to take over. It is the honest answer to “can you top it?” Topping leaves stubs, stubs rot, and the tree answers with weak shoots.",
      measure: "Back to a branch a third as thick",
    },
  },
};

/** An explanation of trimming, in contrast to pruning. */
export const trimming: ListSection = {
  heading: "Trimming is for the house",
  text: "Regular maintenance: the same saws and the same cuts, but the reason is your roof, your view or your mailbox. Every three to five years does it for most trees, once a year for a hedge.",
  items: [
    "Limbs kept ten feet off roof and gutters",
    "Driveways, walks and signs kept clear",
    `${region.plants.hedges} kept in shape`,
    `${region.plants.topped} thinned from within, never topped`,
    "Near a power line: we cut nothing until the utility says that it is safe",
  ],
};

export const packages: Section<Package> = {
  heading: "Three ways to book it",
  text: "A start, a repair or a habit. The estimate is free for each.",
  items: {
    "Young Tree": {
      suits: "Up to 25 feet, the first ten years",
      text: "Twenty minutes with a hand saw now spare you a crane in 2050.",
      includes: [
        "One leader chosen, its rivals shortened",
        "Crossing and rubbing branches out",
        "Stakes, ties and mulch put right",
        "A note on what to cut next, and when",
      ],
    },
    "Mature Crown": {
      suits: "The oak over your house",
      text: "A climber goes through the whole crown once, from the top down, on a rope and without spikes.",
      includes: [
        "Dead wood from 2 inches up taken out",
        "Crown thinned or reduced where it needs it",
        "Ten feet of air above the roof",
        "Forks, cavities and roots looked at, with photos",
        "Brush chipped, lawn raked",
      ],
    },
    "Every Year": {
      suits: "Yards with five trees or more, and commercial properties",
      text: "Regular maintenance by people who know your trees from last year.",
      includes: [
        "One day of pruning in winter, for the trees whose turn it is",
        "One walk in summer, for dead wood",
        "Trimming off roofs, walks and signs",
        "A written list of your trees and their state",
      ],
    },
  },
};

/** The cutting calendar. */
export const seasons: Section<region.Season> = {
  heading: "When to prune, season by season",
  text: `Dead and dangerous branches can go on any day. For the rest, book ${figures.bookAhead} ahead and mind the season.`,
  items: region.seasons,
};

export const comparison: BeforeAfter = {
  heading: "An oak before and after pruning",
  text: "One morning apart. Same height, and the same outline but for the branches on the roof. The dead wood is gone, the roof has its ten feet, and the lawn has some sun.",
  caption: "Drag the line from then to now.",
};

export const closing: CallToAction = {
  heading: "Show us the branch that bothers you",
  text: "One of us comes, looks at the whole tree, and tells you what to cut and what to leave. Free.",
};
