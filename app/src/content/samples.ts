import { business } from "./business.ts";
import { priceRanges, shownRange } from "./prices.ts";
import type { Titled } from "./sections.ts";
import { testimonials } from "./testimonials.ts";

/** Invented data on the site that must be replaced or removed before launch. */
export interface SampleRecord {
  /** The file to replace it in, from the root of the repository. */
  file: `${string}.json` | `app/src/${string}.ts`;
  /** The reason why it must not go live. */
  why: string;
  /** The invented words as pages show them, for a search in the built site. */
  values: readonly string[];
}

/** The sample data that pages mark as such, by what is invented. A record is removed when its data is replaced. */
export const markedSamples: Titled<SampleRecord> = {
  "Business license number": {
    file: "company.json",
    why: "A license number is a claim that anybody can look up.",
    values: [business.licenseNumber],
  },
  "Prices and ways to pay": {
    file: "prices.json",
    why: "A price that nobody holds to is a false claim.",
    values: priceRanges.map(shownRange),
  },
  Reviews: {
    file: "reviews.json",
    why: "Invented reviews on a live site are unlawful in the United States (16 CFR 465).",
    values: testimonials.flatMap(({ name, text }) => [name, text]),
  },
};

/** Returns whether a page must mark these words as a sample. */
export function isSample(words: string): boolean {
  return Object.values(markedSamples).some(({ values }) => values.includes(words));
}
