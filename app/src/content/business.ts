/** A North American number: as people read it, and as a telephone link dials it. */
export interface PhoneNumber {
  display: string;
  href: `tel:+1${string}`;
}

/** One of the business's pages on a social network. */
export interface SocialProfile {
  network: string;
  href: string;
}

/**
 * The facts of the company, each in this one place.
 *
 * SAMPLE DATA: name, numbers (from the 555-01xx range kept for fiction), address and profiles
 * are invented. Replace them before the site goes live.
 */
export const business = {
  name: "Canopy Brothers Tree Care",
  shortName: "Canopy Brothers",
  founded: 2020,
  mission: "Our Mission Always Your Satisfaction",
  serving: "Serving Atlanta, GA and surrounding counties",
  emergencyService: "24/7 Emergency Services",
  /** The number that every call button dials. */
  phone: { display: "(404) 555-0142", href: "tel:+14045550142" } satisfies PhoneNumber,
  /** Shown on the storm-damage page. Its button dials the main number. */
  emergencyPhone: { display: "(404) 555-0199", href: "tel:+14045550199" } satisfies PhoneNumber,
  email: "hello@canopybrothers.example",
  hours: { days: "Mon-Sat", opens: 8, closes: 18, display: "Mon-Sat 8AM-6PM" },
  /** Hours within which a request for an estimate is answered. */
  replyWithinHours: 24,
  social: [
    { network: "Facebook", href: "https://www.facebook.com/canopybrothers.example" },
    { network: "Instagram", href: "https://www.instagram.com/canopybrothers.example" },
  ] satisfies SocialProfile[],
};
