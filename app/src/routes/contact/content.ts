import { business } from "../../content/business";
import { responseTimes } from "../../content/promises";
import type { SectionHead } from "../../content/sections";
import { answered, figures } from "../../content/statistics";

/** The head of the page, with a call button and a link to the form. */
export const hero: SectionHead = {
  heading: "Tell us about the tree.",
  text: `Two minutes. You hear from us within ${figures.reply}, and the estimate costs nothing.`,
};

/** The label of the link from the head to the form. */
export const formAnchorLabel = "To the form";

export const form: SectionHead = {
  heading: "Free Estimate",
  text: "Where the tree is, what worries you about it, and when you need us. A phone number is required, an email is not.",
};

/** The emergency card, with a call button. */
export const emergency: SectionHead = {
  heading: "Branch on the roof? Don’t type. Call.",
  text: `Somebody answers ${answered} and tells you what to keep away from. The truck is there within ${responseTimes.arrival}.`,
};

export const serviceAreas = { heading: "Where we work" };

/** The reasons to choose the company. */
export const reasons = {
  heading: "Why choose us",
  items: {
    ...(business.emergencyService && {
      [figures.emergency]: {
        label: "Emergency service",
        text: "The phone is answered at night, on Sundays and during the storm itself.",
      },
    }),
    [figures.rate]: {
      label: "Satisfaction",
      text: "We walk the yard with you at the end. What isn’t right gets done before the truck leaves.",
    },
    [figures.estimate]: {
      label: "Estimates",
      text: "We come, look at the tree and write down the price. You owe us nothing for that.",
    },
  },
};
