/** The times after an emergency call until the crew arrives, until it has acted, and until it is done. */
export const responseTimes = {
  arrival: "1-2 hours",
  action: "same day",
  fullService: "1-3 days",
} as const;

/** The depth to which a stump is ground, in inches below the ground. */
export const grindingDepth = { from: 6, to: 12, display: "6-12 inches" } as const;

/** The claim that visitors want confirmed before a saw starts, and its proof. */
export const insuranceLine = {
  claim: "Licensed, bonded and insured.",
  proof: "The certificate comes before the saw.",
} as const;

/** The distance to keep from a power line that may be live. */
export const wireDistance = "35 feet";

/** The limit for removing live crown. */
export const crownRule = "Never more than a quarter of the live crown in a year";
