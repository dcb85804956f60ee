import { inWords } from "./in-words.ts";

/** How fast, after an emergency call, the crew is there, has acted, and is done. */
export const responseTimes = {
  arrival: "1-2 hours",
  action: "same day",
  fullService: "1-3 days",
} as const;

/** How deep a stump is ground, in inches below the ground. */
export const grindingDepth = { from: 6, to: 12, display: "6-12 inches" } as const;

/** What a visitor wants to know before a saw starts, and what we do about it. */
export const insuranceLine = {
  claim: "Licensed, bonded and insured.",
  proof: "The certificate comes before the saw.",
} as const;

/** How far to stay from a line that may be live. */
export const wireDistance = "35 feet";

/** How much of a crown may go. */
export const crownRule = "Never more than a quarter of the live crown in a year";

/** The diameter of a trunk, in inches, from which the home city requires a permit. */
export const permitInches = 6;

/** That rule of the city, as far as we say it. */
export const permitRule = `the city requires a permit for most trees ${inWords(permitInches)} inches across or larger, dead ones included`;
