import { homeCity } from "../../content/areas.ts";
import { business } from "../../content/business.ts";
import { firstName, founders, together } from "../../content/founders.ts";
import type { CallToAction, Hero, Section, SectionHead } from "../../content/sections.ts";
import { figures } from "../../content/statistics.ts";

const [climber, groundsman] = founders;

export const hero: Hero = {
  eyebrow: "About us",
  heading: `${firstName(climber)} climbs, ${firstName(groundsman)} holds the rope`,
  text: `${business.name} belongs to ${together}. We started in ${figures.founded}, we work in ${homeCity} and the counties around it, and one of us looks at every tree.`,
};

/** The company's history. */
export const story = {
  heading: "How it began: a water oak in Kirkwood",
  paragraphs: [
    `In ${figures.founded} we had one pickup, two ropes and a chipper borrowed from our uncle. ${firstName(climber)} climbed. ${firstName(groundsman)} held the rope, drove, answered the phone and wrote the invoices at the kitchen table.`,
    `Our first customer had two quotes to take her water oak down. ${firstName(climber)} went up to look, found sound wood where the others had assumed rot, took out 300 pounds of dead limbs and left the tree standing. It still is. The next four jobs were on the same street.`,
    `Since then we have finished ${figures.projects} projects. There is a bucket truck now, a grinder, and a crane when a tree leaves us no other way. A certified arborist looks at every tree before it is cut. Our uncle has his chipper back.`,
  ],
} as const;

export const foundersHead: SectionHead = {
  heading: "Who comes to look at your tree",
  text: "One of us, and we tell you which.",
};

/** The story in one sentence, for search engines. */
export const storyInShort = `How ${together}, two ropes and a borrowed chipper became a tree-care company in ${homeCity}, and what they hold themselves to.`;

export const values: Section = {
  heading: "What we hold ourselves to",
  text: "Four words that are on every company’s wall. Here is what ours mean.",
  items: {
    "Family Values": `The company belongs to ${together}. If something isn’t right, you tell one of us and not a call center.`,
    Excellence:
      "A cut made just outside the branch collar closes over. A stub rots for years. We make the first kind, also where nobody can see it from the ground.",
    Reliability:
      "If we say Tuesday at eight, the truck is there on Tuesday at eight. If the weather says no, you hear it from us by seven.",
    "Safety First":
      "A helmet on everyone under the tree, two ropes on whoever runs a saw in it, and ANSI Z133, the safety standard of our trade, for the rest. No limb is worth hurrying for.",
  },
};

/** The credentials that back the claims. */
export const credentials: Section = {
  heading: "Ask to see our papers",
  text: "You should ask this of anyone who shows up with a chainsaw, most of all the day after a storm.",
  items: {
    Licensed: "The number of our business license is on every estimate we write.",
    Bonded:
      "A surety company stands behind us. If we don’t do what we signed for, you can make a claim on the bond.",
    Insured:
      "If a branch goes where it shouldn’t, our liability insurance responds. We send the certificate before the work.",
    "Certified arborists":
      "Each of us passed the exam, and renews the credential every three years with coursework. We cut to ANSI A300, the American standard for tree care.",
    [`${figures.rate} satisfaction`]:
      "You walk the yard with us at the end. The job is done when you say so.",
  },
};

export const serviceAreas: SectionHead = {
  heading: "Where we work",
  text: `${figures.areas} areas. The truck leaves an hour before opening, to be anywhere among them on time.`,
};

export const closing: CallToAction = {
  heading: "Have one of us come and look",
  text: `It costs nothing. Write today and you hear from us within ${figures.reply}.`,
};
