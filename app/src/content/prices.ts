import type { NavigationLink } from "./navigation.ts";
import type { SectionHead } from "./sections.ts";

/** A range of prices, in dollars. */
export type PriceRange = readonly [from: number, to: number];

/** The prices of a tree up to a height, by how its pieces can come down. */
interface TreePrice {
  height: string;
  /** The height in feet, for the drawing. */
  feet: number;
  /** The price in an open yard. */
  open: PriceRange;
  /** The price over a roof, a fence, or a pool, or where no truck can come near. */
  tight: PriceRange;
}

interface StumpPrice {
  /** The diameter at the ground. */
  size: string;
  /** The largest diameter of the class. */
  inches: number;
  range: PriceRange;
}

/** The prices of the work, and how it is paid. Without trees and stumps no page shows the guide. */
export interface PriceGuide extends SectionHead {
  trees: readonly TreePrice[];
  stumps: readonly StumpPrice[];
  /** The price of pruning a crown, by a climber. Left out if there is no price. */
  pruning?: PriceRange;
  /** The prices of cleaning a yard, by level. Left out if there are no prices. */
  cleanup?: Record<"Basic" | "Standard" | "Premium", PriceRange>;
  waysToPay: string;
  /** The sentence that names the binding price. The ranges are not binding. */
  estimate: string;
}

/** SAMPLE DATA: the figures are invented. */
export const priceGuide: PriceGuide = {
  heading: "What it costs",
  text: "Height, what stands under it, and how wide the stump is. These are ranges, so that you know before you ask.",
  trees: [
    { height: "Up to 30 feet", feet: 30, open: [300, 700], tight: [600, 1200] },
    { height: "30 to 60 feet", feet: 60, open: [700, 1500], tight: [1200, 2600] },
    { height: "60 to 80 feet", feet: 80, open: [1300, 2400], tight: [2200, 4200] },
    { height: "Over 80 feet", feet: 100, open: [2000, 3600], tight: [3500, 6500] },
  ],
  stumps: [
    { size: "6-12 inches", inches: 12, range: [100, 150] },
    { size: "12-24 inches", inches: 24, range: [150, 300] },
    { size: "24-36 inches", inches: 36, range: [300, 500] },
    { size: "36 inches and more", inches: 60, range: [500, 900] },
  ],
  pruning: [350, 1500],
  cleanup: { Basic: [250, 600], Standard: [500, 1200], Premium: [900, 2500] },
  waysToPay: "check, card or ACH",
  estimate: "The price is the one that we write down at your tree.",
};

/** Returns the range from the lowest to the highest price of several; `undefined` if there is none. */
function span(ranges: readonly PriceRange[]): PriceRange | undefined {
  return ranges.length > 0 ? [Math.min(...ranges.flat()), Math.max(...ranges.flat())] : undefined;
}

const treeRanges = priceGuide.trees.flatMap(({ open, tight }) => [open, tight]);
const stumpRanges = priceGuide.stumps.map(({ range }) => range);

/** The range from the smallest stump to the most difficult tree; `undefined` if there is no guide. */
export const wholeRange = span([...treeRanges, ...stumpRanges]);

/** The price of a page's work, with the unit of the price and what determines it. */
interface WorkPrice {
  what: string;
  range: PriceRange | undefined;
  by: string;
}

/** The prices of the pages' work, by the pages' paths. */
export const workPrices: Readonly<Record<string, WorkPrice>> = {
  "/services/tree-removal": {
    what: "A tree, down and gone",
    range: span(treeRanges),
    by: "by its height and what stands under it",
  },
  "/services/tree-pruning": {
    what: "A tree, pruned",
    range: priceGuide.pruning,
    by: "by its size and its dead wood",
  },
  "/services/stump-grinding": {
    what: "A stump, ground",
    range: span(stumpRanges),
    by: "by how wide it is at the ground",
  },
};

/** All price ranges that pages show. */
export const priceRanges: readonly PriceRange[] = [
  ...treeRanges,
  ...stumpRanges,
  ...Object.values(priceGuide.cleanup ?? {}),
  ...Object.values(workPrices).flatMap(({ range }) => (range ? [range] : [])),
];

/** The link to the price guide, if there is a guide. */
export const priceLink: NavigationLink | undefined = wholeRange && {
  label: priceGuide.heading,
  to: "/services#prices",
};

/** Returns an amount as people read it: `$1,200`. */
export const dollars = (amount: number) => `$${amount.toLocaleString("en-US")}`;

/** Returns a range as people read it: `$1,200 to $2,600`. */
export function shownRange(range: PriceRange): string {
  return range.map(dollars).join(" to ");
}
