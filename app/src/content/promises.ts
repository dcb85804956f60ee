/** The times after an emergency call until the crew arrives, until it has acted, and until it is done. */
export const responseTimes = {
  arrival: "1-2 hours",
  action: "same day",
  fullService: "1-3 days",
} as const;

/** The depth to which a stump is ground, in inches below the ground. */
export const grindingDepth = { from: 6, to: 12, display: "6-12 inches" } as const;

const insured = "Licensed, bonded and insured.";

/** What the head of a page says beside its call to action, by path. Other pages say it in their own sections. */
export const trustLines: Readonly<Record<string, string>> = {
  "/": insured,
  "/about": "Certified arborists.",
  "/services/tree-removal": "Insured. The certificate comes before the saw.",
  "/services/tree-pruning": "Certified arborists. We cut to ANSI A300.",
  "/services/storm-damage": insured,
  "/services/stump-grinding": "Utility lines marked before we grind.",
  "/portfolio": "Most jobs are smaller, and as welcome.",
  "/testimonials": insured,
  "/contact": insured,
};

/** The distance to keep from a power line that may be live. */
export const wireDistance = "35 feet";

/** The limit for removing live crown. */
export const crownRule = "Never more than a quarter of the live crown in a year";
