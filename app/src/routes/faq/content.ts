import { areaName, areas, homeCity } from "../../content/areas.ts";
import { business } from "../../content/business.ts";
import type { NavigationLink } from "../../content/navigation.ts";
import { priceLink } from "../../content/prices.ts";
import { crownRule, responseTimes } from "../../content/promises.ts";
import { permitRule, pruningTimes } from "../../content/region.ts";
import type { CallToAction, Hero, SectionHead, Titled } from "../../content/sections.ts";
import { figures } from "../../content/statistics.ts";

/** The answer to a question, in plain text. */
export interface FaqAnswer {
  /** The fragment of links to the question. */
  id: string;
  answer: string;
  link?: NavigationLink;
}

export const hero: Hero = {
  eyebrow: "Questions and answers",
  heading: "Twelve questions from over the fence",
  text: "Is yours another one? Call us.",
};

/** The highlights below the head. */
export const highlights = {
  heading: "The short answers",
  items: {
    [business.emergencyService ? `${figures.emergency} Emergency Service` : "Storm Damage Service"]:
      `A crew arrives within ${responseTimes.arrival}.`,
    "Fully Licensed & Insured": "Bonded as well.",
    "Free Consultations": "One of us comes and looks.",
    [`Local ${homeCity} Experts`]: `Serving ${areas.length} counties.`,
  } satisfies Titled,
};

/** The questions with their answers, by category. */
export const faqCategories: Titled<Titled<FaqAnswer>> = {
  "General Services": {
    "What services do you offer?": {
      id: "services",
      answer:
        "Tree removal, pruning, trimming, stump grinding, storm damage response, cleanup and land care, for houses and for commercial properties. We don’t spray, and we don’t mow.",
    },
    "Are you licensed, bonded and insured?": {
      id: "licensed",
      answer:
        "Yes, all three, and the owners are certified arborists. Ask for the certificate of insurance and read the date on it. Ask every tree company, most of all one that knocks on your door after a storm.",
    },
    "Do you come out for emergencies at night?": {
      id: "emergencies",
      answer: `${business.emergencyService ? `Yes, ${figures.emergency}` : `No: we answer ${figures.emergency}. If a wire is down, call 911`}. Call, don’t write. We arrive within ${responseTimes.arrival}, make the tree safe the ${responseTimes.action}, and have all of it gone in ${responseTimes.fullService}.`,
    },
  },
  "Pricing & Estimates": {
    "What does an estimate cost?": {
      id: "estimate-cost",
      answer: `Nothing. Send the form or call, and you hear from us within ${figures.reply}. One of us looks at the tree and writes the price down. If we think that the tree should stay, we write that down.`,
    },
    "What decides the price of a job?": {
      id: "price",
      answer:
        "Height, thickness, what stands under it, and how close a truck can get. A 60-foot pine in an open yard costs a fraction of the same pine behind a pool. Hauling the wood and grinding the stump are lines of their own, so you can strike them.",
      link: priceLink,
    },
    "Will my insurance pay for a fallen tree?": {
      id: "insurance-claim",
      answer:
        "Often, if it hit the house, a fence or a garage. Rarely, if it only fell in the yard. That’s up to your policy. We take photos of everything before the first cut, write a report, and itemize the invoice so that your adjuster has what they need.",
    },
  },
  "Tree Care & Safety": {
    "How do I know if a tree is dangerous?": {
      id: "signs-of-danger",
      answer:
        "Look for mushrooms at the base, a new lean, lifted soil on one side, a split in the fork, dead branches in a green crown, and bark coming off in plates. One of these is a reason to have it looked at. A new lean with lifted soil is a reason to call now.",
    },
    "When is the best time to prune?": {
      id: "season",
      answer: `${pruningTimes} ${crownRule}, whatever the season.`,
    },
    "Do I need a permit to take a tree down?": {
      id: "permit",
      answer: `In the City of ${homeCity}, probably: ${permitRule}. Elsewhere it depends on the city or the county. Ask us. We tell you which rule applies and what the application needs.`,
    },
  },
  "Service Areas & Scheduling": {
    "Which areas do you serve?": {
      id: "areas",
      answer: `${areas.map(areaName).join(", ")}. If you live just over a county line, call anyway.`,
    },
    "How far ahead should I book?": {
      id: "booking",
      answer: `Routine work, ${figures.bookAhead}. In the weeks after a big storm, longer, since trees on houses go first. Emergencies need no appointment.`,
    },
    "When do you work, and do I have to be home?": {
      id: "hours",
      answer: `${business.hours.display}${business.emergencyService ? `, and ${figures.emergency} for emergencies` : ""}. You don’t have to be home once we have agreed on the work, but unlock the gate and keep the dog in.`,
    },
  },
};

export const serviceAreas: SectionHead = {
  heading: "Where we work",
  text: `${homeCity} and the counties around it.`,
};

export const closing: CallToAction = {
  heading: "Another question?",
  text: `Write, and we answer within ${figures.reply}. Or call and ask.`,
  links: [{ label: "Contact Us", to: "/contact" }],
};

/** The emergency banner, with a call button. */
export const emergency: SectionHead = {
  heading: "Is a tree leaning right now?",
  text: `Call. We answer ${figures.emergency}.`,
};
