import prices from "../../../prices.json" with { type: "json" };
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

/** The guide, from `prices.json`. SAMPLE DATA: the figures are invented. */
export const priceGuide = prices as unknown as PriceGuide;

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
