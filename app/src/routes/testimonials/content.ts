import { business } from "../../content/business.ts";
import { inWords, inWordsCapitalized, nextInWords } from "../../content/in-words.ts";
import type { CallToAction, Hero, SectionHead, Titled } from "../../content/sections";
import { figures } from "../../content/statistics";
import { testimonials } from "../../content/testimonials.ts";

/** The head of the page. The average and five stars are beside it. */
export const hero: Hero = {
  eyebrow: "Reviews",
  heading: "What they said after the truck had left",
  text: `${figures.rating} from ${inWords(testimonials.length)} customers, in their own words.`,
};

/** The figures on the tape measure. */
export const statistics: Titled = {
  "Satisfied customers": figures.projects,
  "Average rating": figures.rating,
  "Completion rate": figures.rate,
  ...(business.emergencyService && { "Emergency support": figures.emergency }),
};

export const reviews: SectionHead = {
  heading: `${inWordsCapitalized(testimonials.length)} yards, ${inWords(testimonials.length)} people`,
  text: "We asked what happened, not how we did.",
};

export const serviceAreas: SectionHead = {
  heading: "Where they live",
  text: `All over our ${figures.areas} areas. Ask us for a name near you.`,
};

export const closing: CallToAction = {
  heading: `Yours could be the ${nextInWords(testimonials.length)}`,
  text: `Free estimate, an answer within ${figures.reply}, and a lawn you can walk across afterward.`,
};
