import { areaName, areas, counties, homeCity } from "../../content/areas.ts";
import { business } from "../../content/business.ts";
import { inWords, inWordsCapitalized, nextInWords } from "../../content/in-words.ts";
import type { NavigationLink } from "../../content/navigation.ts";
import { priceLink } from "../../content/prices.ts";
import { crownRule, permitRule, responseTimes } from "../../content/promises.ts";
import type { CallToAction, Hero, PointSection, SectionHead } from "../../content/sections.ts";
import { figures } from "../../content/statistics.ts";

/** A question with its answer, in plain text. */
export interface FaqItem {
  /** For links to the question. */
  id: string;
  question: string;
  answer: string;
  /** Leads on from the answer. */
  link?: NavigationLink;
}

/** Questions of one kind. */
interface FaqCategory {
  name: string;
  items: readonly FaqItem[];
}

export const hero: Hero = {
  eyebrow: "Questions and answers",
  get heading() {
    return `${inWordsCapitalized(questionCount())} questions people ask us at the fence`;
  },
  get text() {
    return `If yours is the ${nextInWords(questionCount())}, call. One of us will know, or climb up and look.`;
  },
};

/** The highlights under the head. */
export const highlights: PointSection = {
  heading: "In short",
  get text() {
    return `${inWordsCapitalized(Object.keys(this.items).length)} answers before the questions.`;
  },
  items: {
    [`${figures.emergency} Emergency Service`]: `A person answers, and a crew arrives within ${responseTimes.arrival}.`,
    "Fully Licensed & Insured": "Bonded as well. The certificate comes before the saw.",
    "Free Consultations": "One of us comes, looks and writes down the price. No charge.",
    [`Local ${homeCity} Experts`]: `Serving ${areas.length} counties, the city counted as one.`,
  },
};

/** The questions, by category. */
export const faqCategories: readonly FaqCategory[] = [
  {
    name: "General Services",
    items: [
      {
        id: "services",
        question: "What services do you offer?",
        answer:
          "Tree removal, pruning, trimming, stump grinding, storm damage response, cleanup and land care, for houses and for commercial properties. We don’t spray, and we don’t mow.",
      },
      {
        id: "licensed",
        question: "Are you licensed, bonded and insured?",
        answer:
          "Yes, all three, and both of us are certified arborists. Ask for the certificate of insurance and read the date on it. Ask every tree company, most of all one that knocks on your door after a storm.",
      },
      {
        id: "emergencies",
        question: "Do you come out for emergencies at night?",
        answer: `Yes, ${figures.emergency}. Call, don’t write. We arrive within ${responseTimes.arrival}, make the tree safe the ${responseTimes.action}, and have all of it gone in ${responseTimes.fullService}.`,
      },
    ],
  },
  {
    name: "Pricing & Estimates",
    items: [
      {
        id: "estimate-cost",
        question: "What does an estimate cost?",
        answer: `Nothing. Send the form or call, and you hear from us within ${figures.reply}. One of us looks at the tree and writes the price down. If we think that the tree should stay, we write that down.`,
      },
      {
        id: "price",
        question: "What decides the price of a job?",
        answer:
          "Height, thickness, what stands under it, and how close a truck can get. A 60-foot pine in an open yard costs a fraction of the same pine behind a pool. Hauling the wood and grinding the stump are lines of their own, so you can strike them.",
        link: priceLink,
      },
      {
        id: "insurance-claim",
        question: "Will my insurance pay for a fallen tree?",
        answer:
          "Often, if it hit the house, a fence or a garage. Rarely, if it only fell in the yard. That’s up to your policy. We take photos of everything before the first cut, write a report, and itemize the invoice so that your adjuster has what they need.",
      },
    ],
  },
  {
    name: "Tree Care & Safety",
    items: [
      {
        id: "signs-of-danger",
        question: "How do I know if a tree is dangerous?",
        answer:
          "Look for mushrooms at the base, a new lean, lifted soil on one side, a split in the fork, dead limbs in a green crown, and bark coming off in plates. One of these is a reason to have it looked at. A new lean with lifted soil is a reason to call now.",
      },
      {
        id: "season",
        question: "When is the best time to prune?",
        answer: `Winter for most trees, oaks above all. Dogwoods and azaleas after they bloom, maples and river birches in summer, dead limbs whenever you see them. ${crownRule}, whatever the season.`,
      },
      {
        id: "permit",
        question: "Do I need a permit to take a tree down?",
        answer: `In the City of ${homeCity}, probably: ${permitRule}. Elsewhere it depends on the city or the county. Ask us. We tell you which rule applies and what the application needs.`,
      },
    ],
  },
  {
    name: "Service Areas & Scheduling",
    items: [
      {
        id: "areas",
        question: "Which areas do you serve?",
        answer: `${areas.map(areaName).join(", ")}. If you live just over a county line, call anyway.`,
      },
      {
        id: "booking",
        question: "How far ahead should I book?",
        answer: `Routine work, ${figures.bookAhead}. In the weeks after a big storm, longer, since trees on houses go first. Emergencies need no appointment.`,
      },
      {
        id: "hours",
        question: "When do you work, and do I have to be home?",
        answer: `${business.hours.display}, and ${figures.emergency} for emergencies. You don’t have to be home once we have agreed on the work, but unlock the gate and keep the dog in.`,
      },
    ],
  },
];

/** How many questions have an answer. */
export function questionCount(): number {
  return faqCategories.reduce((sum, { items }) => sum + items.length, 0);
}

export const serviceAreas: SectionHead = {
  heading: "Where we work",
  text: `The city and ${inWords(counties.length)} counties.`,
};

/** The contact and call buttons. */
export const closing: CallToAction = {
  heading: `Not one of the ${inWords(questionCount())}?`,
  text: `Write, and we answer within ${figures.reply}. Or call and ask.`,
  links: [{ label: "Contact Us", to: "/contact" }],
  call: true,
};

/** The emergency banner, with a call button. */
export const emergency: SectionHead = {
  heading: "Is it leaning right now?",
  text: `Call. We answer ${figures.emergency}.`,
};
