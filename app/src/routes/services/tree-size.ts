import { type PriceRange, priceGuide, shownRange } from "../../content/prices.ts";

/** The size of a tree as the visitor enters it, in feet. */
export interface TreeSize {
  height: number;
  /** The distance from the trunk to the wall. */
  distance: number;
  wires: boolean;
  /** Whether the stump is ground too. */
  stump: boolean;
}

/** The initial size in the sizer. */
export const firstSize: TreeSize = { height: 45, distance: 20, wires: false, stump: false };

/** The ranges of the sizer. The upper limit stands for all values beyond it. */
export const limits = { height: [10, 100], distance: [5, 50] } as const;

/** The reach of the branches, as a share of the tree's height. */
const REACH = 0.35;

/** Half the height of the house that trees are compared to, in feet. */
const HALF_HOUSE = 15;

/** Returns the diameter of the stump at the ground, including the flare. */
export const stumpInches = ({ height }: TreeSize) => height / 2;

function feet(name: keyof typeof limits, value: number): string {
  return `${value} feet${value >= limits[name][1] ? " or more" : ""}`;
}

/** Returns the height in words: `75 feet, about 2.5 times a two-story house`. */
export function heightInWords(height: number): string {
  const halves = Math.max(1, Math.round(height / HALF_HOUSE));
  const times = ["half ", ""][halves - 1] ?? `${halves / 2} times `;
  return `${feet("height", height)}, about ${times}a two-story house`;
}

const reachesHouse = ({ height, distance }: TreeSize) => distance < height * REACH;

const reachInWords = (size: TreeSize) =>
  reachesHouse(size) ? "branches reach the house" : "branches clear of the house";

/** Returns the distance in words: `10 feet, branches reach the house`. */
export const distanceInWords = (size: TreeSize) =>
  `${feet("distance", size.distance)}, ${reachInWords(size)}`;

/** The beginning of the text for the request's details. */
export const DETAILS = "My tree: ";

/** Returns the description of the tree for the request's details, in one line. */
export function sizeInWords(size: TreeSize): string {
  const distance = feet("distance", size.distance);
  const wires = size.wires ? "Wires near it" : "No wires near it";
  const stump = size.stump ? "Grind the stump too" : "The stump can stay";
  return `${DETAILS}${heightInWords(size.height)}; ${distance} from the house, ${reachInWords(size)}. ${wires}. ${stump}.`;
}

interface Band {
  range: string;
  /** The description of the table's row and column. */
  of: string;
}

/** Returns the price range of the tree and its stump, if that is ground; `undefined` if there are no prices. */
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
