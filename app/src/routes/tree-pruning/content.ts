import { inWordsCapitalized } from "../../content/in-words.ts";
import { crownRule } from "../../content/promises.ts";
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

export interface Season {
  months: string;
  rule: string;
  text: string;
  /** The plants to cut in this season. */
  prune: readonly string[];
  /** The plants to leave alone in this season. */
  leave: readonly string[];
}

export const hero: Hero = {
  eyebrow: "Tree pruning",
  heading: "Tree pruning, and a reason for every cut",
  text: `A tree doesn’t heal. It seals, cut by cut, and remembers each one. So we make few of them, just outside the branch collar. ${crownRule}.`,
};

/** An explanation of pruning, with its four types. */
export const pruning: Section<PruningType> = {
  heading: "Pruning is for the tree",
  text: "It decides how the crown grows from here. ANSI A300 names four ways to do it, and most jobs are a mix of two.",
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
  text: "Regular maintenance: the same saws and the same cuts, but the reason is your roof, your view or your mailbox. Once a year does it for most trees.",
  items: [
    "Limbs kept ten feet off roof and gutters",
    "Driveways, walks and signs kept clear",
    "Hedges, hollies and magnolias kept to their size",
    "Crape myrtles thinned from within, never topped",
    "Near a power line: we cut nothing until the utility says that it is safe",
  ],
};

export const packages: Section<Package> = {
  get heading() {
    return `${inWordsCapitalized(Object.keys(this.items).length)} ways to book it`;
  },
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
        "One day of pruning in winter",
        "One walk in summer, for dead wood",
        "Trimming off roofs, walks and signs",
        "A written list of your trees and their state",
      ],
    },
  },
};

/** The cutting calendar. */
export const seasons: Section<Season> = {
  heading: "The year, as a tree sees it",
  text: `Dead and dangerous limbs can go on any day. For the rest, book ${figures.bookAhead} ahead and mind the season.`,
  items: {
    Winter: {
      months: "Dec-Feb",
      rule: "The best time for most trees",
      text: "The leaves are down, so we see the structure. The tree is dormant, and so are the insects that come to fresh cuts.",
      prune: [
        "White oaks and water oaks",
        "Loblolly pines, while the beetles are quiet",
        "Crape myrtles, in February",
      ],
      leave: ["Dogwoods, azaleas and saucer magnolias: this spring’s flowers are already on them"],
    },
    Spring: {
      months: "Mar-May",
      rule: "Flowers first, saw second",
      text: "Whatever blooms before May is cut after it has bloomed. It is also the season of thunderstorms and tornadoes, so look up after each.",
      prune: [
        "Dogwoods, redbuds and Bradford pears, once the bloom is over",
        "Azaleas, by early summer",
        "Limbs that winter cracked",
      ],
      leave: ["Oaks, while their leaves come out and their reserves are spent on it"],
    },
    Summer: {
      months: "Jun-Aug",
      rule: "Dead wood shows itself",
      text: "A bare limb in a green crown is easy to find. Light work only: a tree in a dry July needs every leaf it has.",
      prune: [
        "Dead limbs in oaks and tulip poplars",
        "Maples and river birches, which bleed in late winter",
        "Whatever reaches the roof",
      ],
      leave: ["Live limbs of loblolly pines: fresh resin draws bark beetles"],
    },
    Fall: {
      months: "Sep-Nov",
      rule: "Look now, cut later",
      text: "Cuts seal slowly, decay fungi shed their spores, and new shoots would freeze. The remains of hurricanes come through, and November brings storms of its own.",
      prune: ["Dead and hanging limbs, before the ice", "Storm damage, at once"],
      leave: [
        "Live wood, until the tree is dormant",
        "Spring bloomers, which are setting their buds",
      ],
    },
  },
};

export const comparison: BeforeAfter = {
  heading: "The same oak, one morning apart",
  text: "Same height, and the same outline but for the limbs on the roof. The dead wood is gone, the roof has its ten feet, and the lawn has some sun.",
  caption: "Drag the line from then to now.",
};

export const closing: CallToAction = {
  heading: "Show us the branch that bothers you",
  text: "One of us comes, looks at the whole tree, and tells you what to cut and what to leave. Free.",
};
