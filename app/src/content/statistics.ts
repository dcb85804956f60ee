import { areas } from "./areas.ts";
import { business } from "./business.ts";

/** The best mark that a review can give. */
export const bestRating = 5;

/**
 * The average over all customers, as the company states it. It is a claim and not computed from
 * the six reviews that the site shows: whole stars out of six cannot average 4.9.
 */
export const averageRating = 4.9;

/** Every figure that the company claims, as people read it. Copy takes them from here. */
export const figures = {
  projects: "500+",
  rating: `${averageRating}/${bestRating}`,
  emergency: "24/7",
  /** Satisfaction, and work completed. */
  rate: "100%",
  estimate: "FREE",
  founded: `${business.founded}`,
  areas: `${areas.length}`,
  reply: `${business.replyWithinHours} hours`,
  /** How far ahead routine work should be booked. */
  bookAhead: "1-2 weeks",
} as const;

/** A figure with what it counts. */
export interface Statistic {
  figure: string;
  label: string;
}

/** A figure with a sentence that backs it. */
export interface ExplainedStatistic extends Statistic {
  text: string;
}

/** The trust statistics of the home page. */
export const homeStatistics: readonly Statistic[] = [
  { figure: figures.projects, label: "Projects completed" },
  { figure: figures.rating, label: "Average rating" },
  { figure: figures.areas, label: "Service areas" },
  { figure: figures.rate, label: "Satisfaction" },
];

/** The statistic cards of the portfolio. */
export const portfolioStatistics: readonly Statistic[] = [
  { figure: figures.projects, label: "Projects completed" },
  { figure: figures.emergency, label: "Emergency response" },
  { figure: figures.rate, label: "Satisfaction rate" },
];

/** The statistics of the testimonials page. */
export const testimonialStatistics: readonly Statistic[] = [
  { figure: figures.projects, label: "Satisfied customers" },
  { figure: figures.rating, label: "Average rating" },
  { figure: figures.rate, label: "Completion rate" },
  { figure: figures.emergency, label: "Emergency support" },
];

/** The three reasons beside the estimate form. */
export const contactStatistics: readonly ExplainedStatistic[] = [
  {
    figure: figures.emergency,
    label: "Emergency service",
    text: "The phone is answered at night, on Sundays and during the storm itself.",
  },
  {
    figure: figures.rate,
    label: "Satisfaction",
    text: "We walk the yard with you at the end. What isn’t right gets done before the truck leaves.",
  },
  {
    figure: figures.estimate,
    label: "Estimates",
    text: "We come, look at the tree and write down the price. You owe us nothing for that.",
  },
];
