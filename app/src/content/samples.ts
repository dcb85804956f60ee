import { business } from "./business.ts";
import { priceRanges, shownRange } from "./prices.ts";

/** Something on the site that is invented and must be made true, or go, before launch. */
export interface SampleRecord {
  /** What is invented. */
  what: string;
  /** The file in which it is replaced, from the top of the repository. */
  file: "company.json" | `app/src/${string}.ts`;
  /** Why it must not go live as it is. */
  why: string;
  /** The invented words as pages show them, for a search through the built site. */
  values: readonly string[];
}

/** The sample data that pages mark as such. A record that is replaced goes from here. */
export const markedSamples: readonly SampleRecord[] = [
  {
    what: "Business license number",
    file: "company.json",
    why: "A license number is a claim that anybody can look up.",
    values: [business.licenseNumber],
  },
  {
    what: "Prices and ways to pay",
    file: "app/src/content/prices.ts",
    why: "A price that nobody holds to is a false claim.",
    values: priceRanges.map(shownRange),
  },
];

/** Whether a page has to say of these words that they are a sample. */
export function isSample(words: string): boolean {
  return markedSamples.some(({ values }) => values.includes(words));
}
