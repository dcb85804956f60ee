import company from "../../../company.json" with { type: "json" };
import { areas } from "./areas.ts";
import { business } from "./business.ts";
import { averageRating, bestRating } from "./testimonials.ts";

/** When somebody answers an emergency call, at the end of a sentence. */
export const answered = business.emergencyService ? "at every hour" : business.hours.display;

/** All figures that the company claims, as people read them. The copy takes them from here. */
export const figures = {
  projects: company.projects,
  rating: `${averageRating}/${bestRating}`,
  /** When somebody answers. */
  emergency: business.emergencyService ? "24/7" : business.hours.display,
  /** The rate of satisfied customers and of completed work. */
  rate: "100%",
  estimate: "FREE",
  founded: `${business.founded}`,
  areas: `${areas.length}`,
  reply: `${business.replyWithinHours} hours`,
  /** How far ahead routine work should be booked. */
  bookAhead: "1-2 weeks",
} as const;
