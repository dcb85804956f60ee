import type { Service } from "validator-wasm";
import { type Town, town } from "./areas.ts";

/** The highest rating of a review. */
export const bestRating = 5;

/** A customer's review. */
export interface Testimonial {
  id: string;
  name: string;
  location: Town;
  service: Service;
  /** The rating in stars, 1 to 5, in steps of a half. */
  rating: 1 | 1.5 | 2 | 2.5 | 3 | 3.5 | 4 | 4.5 | 5;
  text: string;
  /** The part of the text that is shown beside a button. */
  excerpt: string;
  /** The year and month: `2026-03`. */
  date: `${number}-${number}`;
}

/** The review in large type on the home page. SAMPLE DATA, like the others. */
export const featuredTestimonial: Testimonial = {
  id: "loblolly-over-the-nursery",
  name: "Patricia W.",
  location: town("Decatur", "DeKalb"),
  service: "Tree Removal",
  rating: 5,
  text: "A 90-foot pine leaned over the baby’s room. They took it down in eleven pieces and I never heard one hit the ground. She slept through most of it.",
  excerpt: "They took it down in eleven pieces and I never heard one hit the ground.",
  date: "2026-03",
};

/** Six reviews. SAMPLE DATA: the people and texts are invented and must not go live. */
export const testimonials: readonly Testimonial[] = [
  featuredTestimonial,
  {
    id: "carport-at-ten-past-two",
    name: "Dana R.",
    location: town("Marietta", "Cobb"),
    service: "Storm Damage",
    rating: 5,
    text: "The oak came through the carport at ten past two in the morning. Jonah picked up on the third ring, they were here by half past three, and there was a tarp on before it got light.",
    excerpt: "Jonah picked up on the third ring, they were here by half past three",
    date: "2026-08",
  },
  {
    id: "white-oak-not-topped",
    name: "Henry T.",
    location: town("Kirkwood", "Atlanta"),
    service: "Tree Pruning",
    rating: 4.5,
    text: "I wanted the white oak topped. Eli said no, told me why for ten minutes, and thinned it instead. You can’t tell that anything was cut, except that I have grass again.",
    excerpt: "You can’t tell that anything was cut, except that I have grass again.",
    date: "2026-01",
  },
  {
    id: "four-stumps-before-lunch",
    name: "Marisol G.",
    location: town("Lawrenceville", "Gwinnett"),
    service: "Stump Grinding",
    rating: 5,
    text: "Four stumps, gone before lunch. They had the lines marked first. The last company didn’t, and we had no internet for a week.",
    excerpt: "Four stumps, gone before lunch.",
    date: "2025-10",
  },
  {
    id: "a-creek-in-canton",
    name: "Joan and Bill P.",
    location: town("Canton", "Cherokee"),
    service: "Land Care",
    rating: 5,
    text: "Half an acre of privet and fallen pine behind the house. Three days later we found out that we own a creek. They marked the good trees first and not one of them has a scratch.",
    excerpt: "They marked the good trees first and not one of them has a scratch.",
    date: "2025-11",
  },
  {
    id: "sixty-two-trees",
    name: "Terrence M.",
    location: town("Sandy Springs", "Fulton"),
    service: "Tree Trimming",
    rating: 5,
    text: "I manage an office park with 62 trees. They come on Saturdays, when the lots are empty, and the insurance certificate is in my inbox before I ask. Third year running.",
    excerpt:
      "They come on Saturdays, when the lots are empty, and the insurance certificate is in my inbox before I ask.",
    date: "2026-05",
  },
];

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
