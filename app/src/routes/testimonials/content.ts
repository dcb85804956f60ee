import {
  type CallToAction,
  estimateLink,
  type Hero,
  type SectionHead,
} from "../../content/sections";
import { figures, type Statistic } from "../../content/statistics";

/** The head of the page; the average and five stars stand beside it. */
export const hero: Hero = {
  eyebrow: "Testimonials",
  heading: "What they said after the truck had left",
  text: `${figures.rating} on average from ${figures.projects} customers. Six of them in their own words.`,
};

/** The figures on the tape measure. */
export const statistics: readonly Statistic[] = [
  { figure: figures.projects, label: "Satisfied customers" },
  { figure: figures.rating, label: "Average rating" },
  { figure: figures.rate, label: "Completion rate" },
  { figure: figures.emergency, label: "Emergency support" },
];

/** The six cards. */
export const reviews: SectionHead = {
  heading: "Six yards, six people",
  text: "We asked what happened, not how we did.",
};

/** The eight tiles. */
export const serviceAreas: SectionHead = {
  heading: "Where they live",
  text: `All over our ${figures.areas} areas. Ask us for a name near you.`,
};

/** The end of the page. */
export const closing: CallToAction = {
  heading: "Yours could be the seventh",
  text: `Free estimate, an answer within ${figures.reply}, and a lawn you can walk across afterwards.`,
  links: [estimateLink],
  call: true,
};
