import { business } from "./business.ts";
import { priceRanges, shownRange } from "./prices.ts";
import type { Titled } from "./sections.ts";

/** Something on the site that is invented and must be made true, or go, before launch. */
export interface SampleRecord {
  /** The file in which it is replaced, from the top of the repository. */
  file: "company.json" | `app/src/${string}.ts`;
  /** Why it must not go live as it is. */
  why: string;
  /** The invented words as pages show them, for a search through the built site. */
  values: readonly string[];
}

/** The sample data that pages mark as such, by what is invented. A record that is replaced goes from here. */
export const markedSamples: Titled<SampleRecord> = {
  "Business license number": {
    file: "company.json",
    why: "A license number is a claim that anybody can look up.",
    values: [business.licenseNumber],
  },
  "Prices and ways to pay": {
    file: "app/src/content/prices.ts",
    why: "A price that nobody holds to is a false claim.",
    values: priceRanges.map(shownRange),
  },
};

/** Whether a page has to say of these words that they are a sample. */
export function isSample(words: string): boolean {
  return Object.values(markedSamples).some(({ values }) => values.includes(words));
}
