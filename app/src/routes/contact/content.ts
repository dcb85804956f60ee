import { inWordsCapitalized } from "../../content/in-words.ts";
import { responseTimes } from "../../content/promises";
import type { Hero, Section, SectionHead } from "../../content/sections";
import { contactStatistics, type ExplainedStatistic, figures } from "../../content/statistics";

/** The head of the page, with a call button and a link to the form. */
export const hero: Hero = {
  eyebrow: "Free quote",
  heading: "Tell us about the tree.",
  text: `Two minutes. You hear from us within ${figures.reply}, and the estimate costs nothing.`,
};

/** The words of the link from the head to the form. */
export const formAnchorLabel = "To the form";

/** The form. */
export const form: SectionHead = {
  heading: "Free estimate",
  text: "Where it stands, what it does, how soon. We need a phone number. An email is up to you.",
};

/** The emergency card, with a call button. */
export const emergency: SectionHead = {
  heading: "Limb on the roof? Don’t type. Call.",
  text: `Somebody answers at every hour and tells you what to keep away from. The truck is there within ${responseTimes.arrival}.`,
};

/** The list of areas. */
export const serviceAreas: SectionHead = {
  heading: "Where we climb",
  text: "If you live in one of these, yes.",
};

/** Why choose us. */
export const reasons: Section<ExplainedStatistic> = {
  heading: "Why choose us",
  get text() {
    return `${inWordsCapitalized(this.items.length)} figures, and what they mean.`;
  },
  items: contactStatistics,
};
