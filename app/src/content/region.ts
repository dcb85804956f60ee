import { homeCity, homeState } from "./areas.ts";
import { inWords } from "./in-words.ts";

/** A season in the garden. */
export interface Season {
  months: string;
  /** The rule of the season in a few words. */
  rule: string;
  text: string;
  /** The plants to cut in this season. */
  prune: readonly string[];
  /** The plants to leave alone in this season. */
  leave: readonly string[];
}

// The nature of the region, and its places: what is true here and not elsewhere. Pages take it from here.

/** The diameter of a trunk, in inches, from which the home city requires a permit. */
export const permitInches = 6;

/** The city's permit rule, as far as the pages state it. */
export const permitRule = `the city requires a permit for most trees ${inWords(permitInches)} inches across or larger, dead ones included`;

/** What is seen of the home city in the picture of its towers. */
export const skyline = `Towers of Midtown and Downtown ${homeCity}`;

/** The lettering on the sign of the drawn office park. */
export const officeParkSign = "Peachtree Park";

/** The plants that pages name: as the text says them, in a list, and for search engines. */
export const plants = {
  /** in the beds that a crew must not step on */
  delicate: "azaleas",
  /** the tall tree that is taken down in pieces, by one word */
  tall: "loblolly",
  /** what overgrows lots, fences, and trunks */
  overgrowth: "privet",
  overgrowths: "privet, kudzu, English ivy, fallen pine",
  climber: "English ivy",
  hedges: "Hedges, hollies and magnolias",
  /** what customers ask to have topped, and nobody should */
  topped: "Crape myrtles",
  /** what sends up shoots from its old roots */
  sprouting: "Sweetgum, Bradford pear and crape myrtle",
  /** the smallest and the largest stump that a page names */
  stumps: "from crape myrtle to white oak",
  keywords: { removal: "loblolly pine removal", pruning: "crape myrtle pruning" },
} as const;

/** The soil, and what becomes of it. */
export const soil = {
  name: "clay",
  ruts: "Red clay keeps a rut for years, so we don’t make one.",
  letsGo: "After a week of rain, red clay can let go of what it has held for decades.",
} as const;

/** What lives in a pile of wood, and what burns beside a wall. */
export const woodPile = {
  pests: "Termites, copperheads and yellow jackets",
  kindling: "Pine straw",
} as const;

/** The trees that fail, and how. */
export const failing = {
  sick: `A loblolly gone red from the top, which means that bark beetles have been and left. Water oaks often hollow out after 60 to 80 years, and many of ${homeCity}’s are that old.`,
  replaced:
    "A failing water oak shades everything under it and drops a limb a year. Plant a white oak in its place, and it can stand there for two hundred years.",
} as const;

/** The plants on the plate of services, as in a field guide. They are the ones drawn. */
export const specimens = {
  removal: "Pinus taeda, loblolly pine, in sections",
  pruning: "Quercus alba, white oak, after the cut",
  trimming: "Lagerstroemia indica, crape myrtle",
  storm: "Pyrus calleryana, Bradford pear, as usual",
  stump: "Quercus nigra, water oak, the stump",
} as const;

/** A tree that leaves a stump of each size. */
export const stumpExamples = {
  small: "A crape myrtle, a dogwood",
  medium: "A Bradford pear, a young pine",
  large: "A loblolly pine, a tulip poplar",
  extraLarge: "A white oak older than the house",
} as const;

/** The service that marks utility lines. */
export const lineMarking = `${homeState.name} 811`;

/** When to prune, in one answer. */
export const pruningTimes =
  "Winter for most trees, oaks above all. Dogwoods and azaleas after they bloom, maples and river birches in summer, dead limbs whenever you see them.";

/** What to cut and what to leave, by season. */
export const seasons: Readonly<Record<string, Season>> = {
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
};

/** The seasons in which trees come down. */
export const storms =
  "Thunderstorms and tornadoes from March to May. What is left of hurricanes from August to October. A second round of severe storms in November. Ice in January and February, which is hardest on pines.";

/** The months of each kind of storm, for the drawn year: from one month to another, 1 being January. */
export const stormMonths: Readonly<Record<string, readonly [from: number, to: number]>> = {
  Ice: [1, 2],
  "Thunderstorms, tornadoes": [3, 5],
  "Hurricane remnants": [8, 10],
  "Second round": [11, 11],
};
