import { business } from "../../content/business.ts";
import type { CallToAction, Hero, SectionHead, Titled } from "../../content/sections";
import { figures } from "../../content/statistics";
import { testimonials } from "../../content/testimonials.ts";

/** The head of the page. The average, five stars, and the number of reviews are beside it. */
export const hero: Hero = {
  eyebrow: "Reviews",
  heading: "What customers said after the truck had left",
  text: "Each review whole, with the town, the job and the month.",
};

/** Shown below the average. */
export const counted = `from ${testimonials.length} reviews`;

/** The figures on the tape measure. */
export const statistics: Titled = {
  "Satisfied customers": figures.projects,
  "Average rating": figures.rating,
  "Completion rate": figures.rate,
  ...(business.emergencyService && { "Emergency support": figures.emergency }),
};

export const reviews: SectionHead = {
  heading: "In their own words",
  text: "We asked what happened, not how we did.",
};

export const serviceAreas: SectionHead = {
  heading: "Where our customers live",
  text: `All over our ${figures.areas} areas. Ask us for a name near you.`,
};

export const closing: CallToAction = {
  heading: "Have us look at your tree",
  text: `Free estimate, an answer within ${figures.reply}, and a lawn you can walk across afterward.`,
};
