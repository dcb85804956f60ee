import { inWords } from "../../content/in-words.ts";
import { type PriceRange, priceGuide, shownRange } from "../../content/prices.ts";

/** A tree as somebody sizes it, in feet. */
export interface TreeSize {
  height: number;
  /** From the trunk to the wall. */
  distance: number;
  wires: boolean;
  /** Whether it is ground too. */
  stump: boolean;
}

/** What the sizer begins with. */
export const firstSize: TreeSize = { height: 45, distance: 20, wires: false, stump: false };

/** From where to where a tree can be sized; the last stands for all beyond it. */
export const limits = { height: [10, 100], distance: [5, 50] } as const;

/** How far limbs reach, in heights of the tree. */
const REACH = 0.35;

/** Half the height of the house that trees are compared with, in feet. */
const HALF_HOUSE = 15;

/** How wide the stump is at the ground, flare and all. */
export const stumpInches = ({ height }: TreeSize) => height / 2;

function feet(name: keyof typeof limits, value: number): string {
  return `${value} feet${value >= limits[name][1] ? " or more" : ""}`;
}

/** The height in words: `75 feet, about two and a half two-story houses`. */
export function heightInWords(height: number): string {
  const halves = Math.max(1, Math.round(height / HALF_HOUSE));
  const whole = inWords(Math.floor(halves / 2));
  const count = halves % 2 ? `${whole} and a half` : whole;
  const houses = halves > 2 ? `${count} two-story houses` : "a two-story house";
  return `${feet("height", height)}, about ${halves === 1 ? `half ${houses}` : houses}`;
}

const reachesHouse = ({ height, distance }: TreeSize) => distance < height * REACH;

const limbsInWords = (size: TreeSize) =>
  reachesHouse(size) ? "limbs reach the house" : "limbs clear of the house";

/** The distance in words: `10 feet, limbs reach the house`. */
export const distanceInWords = (size: TreeSize) =>
  `${feet("distance", size.distance)}, ${limbsInWords(size)}`;

/** What the words for the request's details begin with. */
export const DETAILS = "My tree: ";

/** The tree in words, in one line, for the request's details. */
export function sizeInWords(size: TreeSize): string {
  const distance = feet("distance", size.distance);
  const wires = size.wires ? "Wires near it" : "No wires near it";
  const stump = size.stump ? "Grind the stump too" : "The stump can stay";
  return `${DETAILS}${heightInWords(size.height)}; ${distance} from the house, ${limbsInWords(size)}. ${wires}. ${stump}.`;
}

interface Band {
  range: string;
  /** Which of the table's rows and columns that is. */
  of: string;
}

/** Where the table has the tree, and its stump if that is ground; nothing where the owner gave no prices. */
export function bandOf(size: TreeSize): Band | undefined {
  const { stumps } = priceGuide;
  const tree = priceGuide.trees.find(({ feet }) => size.height <= feet) ?? priceGuide.trees.at(-1);
  if (!tree) return undefined;
  const tight = size.wires || reachesHouse(size);
  const inches = stumpInches(size);
  const stump = size.stump && (stumps.find((it) => inches <= it.inches) ?? stumps.at(-1));
  const [from, to] = tight ? tree.tight : tree.open;
  const range: PriceRange = stump ? [from + stump.range[0], to + stump.range[1]] : [from, to];
  const of = `${tree.height}, ${tight ? "every piece on a rope" : "in an open yard"}`;
  return {
    range: shownRange(range),
    of: stump ? `${of}; with a stump of ${stump.size.replace("-", " to ")}` : of,
  };
}
