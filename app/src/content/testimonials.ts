import type { Service } from "validator-wasm";
import data from "../../../reviews.json" with { type: "json" };
import { type Town, town } from "./areas.ts";

/** The highest rating of a review. */
export const bestRating = 5;

/** A customer's review. `company.schema.json` describes its fields. */
export interface Testimonial extends Omit<(typeof data.reviews)[number], "town" | "area"> {
  location: Town;
  service: Service;
}

/** The reviews, from `reviews.json`. SAMPLE DATA: the people and texts are invented and must not go live. */
export const testimonials = data.reviews.map(({ town: name, area, ...review }) => ({
  ...review,
  location: town(name, area),
})) as readonly Testimonial[] as readonly [Testimonial, ...Testimonial[]];

/** The average rating of the reviews, to one decimal. */
export const averageRating = Number(
  (testimonials.reduce((sum, { rating }) => sum + rating, 0) / testimonials.length).toFixed(1),
);

/** Returns the first review of that service, for the call to action on pages about the service. */
export function reviewOf(service: Service): Testimonial | undefined {
  return testimonials.find((review) => review.service === service);
}

const monthAndYear = new Intl.DateTimeFormat("en-US", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** Returns the month of a review as people read it: `March 2026`. */
export function reviewMonth(date: Testimonial["date"]): string {
  return monthAndYear.format(new Date(`${date}-01T00:00:00Z`));
}
