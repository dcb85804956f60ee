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

/** What a stump of that size costs. */
interface StumpPrice {
  /** Across, at the ground. */
  size: string;
  range: PriceRange;
}

/** What work costs, and how it is paid. Without trees and stumps no page shows it. */
export interface PriceGuide extends SectionHead {
  trees: readonly TreePrice[];
  stumps: readonly StumpPrice[];
  waysToPay: readonly string[];
}

/** SAMPLE DATA: the figures are invented. */
export const priceGuide: PriceGuide = {
  heading: "What it costs",
  text: "Height, what stands under it, and how wide the stump is. These are ranges, so that you know before you ask. The price is the one that we write down at your tree.",
  trees: [
    { height: "Up to 30 feet", feet: 30, open: [300, 700], tight: [600, 1200] },
    { height: "30 to 60 feet", feet: 60, open: [700, 1500], tight: [1200, 2600] },
    { height: "60 to 80 feet", feet: 80, open: [1300, 2400], tight: [2200, 4200] },
    { height: "Over 80 feet", feet: 100, open: [2000, 3600], tight: [3500, 6500] },
  ],
  stumps: [
    { size: "6-12 inches", range: [100, 150] },
    { size: "12-24 inches", range: [150, 300] },
    { size: "24-36 inches", range: [300, 500] },
    { size: "36 inches and more", range: [500, 900] },
  ],
  waysToPay: ["Check", "Credit card", "Bank transfer"],
};

const ranges = [
  ...priceGuide.trees.flatMap(({ open, tight }) => [open, tight]),
  ...priceGuide.stumps.map(({ range }) => range),
];

/** From the smallest stump to the worst tree; nothing where there is no guide. */
export const wholeRange: PriceRange | undefined =
  ranges.length > 0 ? [Math.min(...ranges.flat()), Math.max(...ranges.flat())] : undefined;

/** Leads to the guide, where there is one. */
export const priceLinks: readonly NavigationLink[] = wholeRange
  ? [{ label: priceGuide.heading, to: "/services#prices" }]
  : [];

/** An amount as people read it: `$1,200`. */
export const dollars = (amount: number) => `$${amount.toLocaleString("en-US")}`;

/** A range as people read it: `$1,200 to $2,600`. */
export function shownRange(range: PriceRange): string {
  return range.map(dollars).join(" to ");
}
