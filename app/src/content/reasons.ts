/** A claim that fits into one figure or word, and what stands behind it. */
export interface Reason {
  figure: string;
  text: string;
}

/** Why people choose this company. */
export const reasons: Reason[] = [
  {
    figure: "24/7",
    text: "A crew on call every night of the year, with a saw, a rope and a lamp.",
  },
  { figure: "100%", text: "Satisfaction. We walk the yard with you before the truck leaves." },
  {
    figure: "FREE",
    text: "Estimates. Somebody who climbs comes, looks up, and writes the price down.",
  },
];
