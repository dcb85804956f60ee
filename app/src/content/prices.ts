import type { NavigationLink } from "./navigation.ts";
import type { SectionHead } from "./sections.ts";

/** From what to what, in dollars. */
export type PriceRange = readonly [from: number, to: number];

/** What a tree costs that is as high as that, by how its pieces can come down. */
interface TreePrice {
  height: string;
  /** Feet, to draw it by. */
  feet: number;
  /** In an open yard. */
  open: PriceRange;
  /** Over a roof, a fence or a pool, or where no truck comes near. */
  tight: PriceRange;
}

interface StumpPrice {
  /** Across, at the ground. */
  size: string;
  /** The widest of them. */
  inches: number;
  range: PriceRange;
}

/** What work costs, and how it is paid. Without trees and stumps no page shows it. */
export interface PriceGuide extends SectionHead {
  trees: readonly TreePrice[];
  stumps: readonly StumpPrice[];
  /** Of a crown, by a climber; left out where there is no price for it. */
  pruning?: PriceRange;
  /** Of a yard, by how far the cleanup goes; left out where there are no prices for it. */
  cleanup?: Record<"Basic" | "Standard" | "Premium", PriceRange>;
  waysToPay: string;
  /** What binds, beside ranges that do not. */
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

/** From the least to the most of several; nothing where there is none. */
function span(ranges: readonly PriceRange[]): PriceRange | undefined {
  return ranges.length > 0 ? [Math.min(...ranges.flat()), Math.max(...ranges.flat())] : undefined;
}

const treeRanges = priceGuide.trees.flatMap(({ open, tight }) => [open, tight]);
const stumpRanges = priceGuide.stumps.map(({ range }) => range);

/** From the smallest stump to the worst tree; nothing where there is no guide. */
export const wholeRange = span([...treeRanges, ...stumpRanges]);

/** What the work of a page costs: what is paid for, and what decides it. */
interface WorkPrice {
  what: string;
  range: PriceRange | undefined;
  by: string;
}

/** The prices of the work that pages are about, by the pages' paths. */
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

/** Every range that pages show. */
export const priceRanges: readonly PriceRange[] = [
  ...treeRanges,
  ...stumpRanges,
  ...Object.values(priceGuide.cleanup ?? {}),
  ...Object.values(workPrices).flatMap(({ range }) => (range ? [range] : [])),
];

/** Leads to the guide, where there is one. */
export const priceLink: NavigationLink | undefined = wholeRange && {
  label: priceGuide.heading,
  to: "/services#prices",
};

/** An amount as people read it: `$1,200`. */
export const dollars = (amount: number) => `$${amount.toLocaleString("en-US")}`;

/** A range as people read it: `$1,200 to $2,600`. */
export function shownRange(range: PriceRange): string {
  return range.map(dollars).join(" to ");
}
