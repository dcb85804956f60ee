import { homeCity } from "../../content/areas.ts";
import { business } from "../../content/business.ts";
import { firstName, founders, together } from "../../content/founders.ts";
import type { NavigationLink } from "../../content/navigation.ts";
import { crownRule, grindingDepth, responseTimes } from "../../content/promises.ts";
import { plants } from "../../content/region.ts";
import type {
  CallToAction,
  Hero,
  PictureCard,
  Section,
  SectionHead,
  Titled,
} from "../../content/sections.ts";
import { figures } from "../../content/statistics.ts";
import { testimonials } from "../../content/testimonials.ts";

export const hero: Hero = {
  eyebrow: `Tree care in ${homeCity} and surrounding counties`,
  heading: "The branch comes down. Nothing else does.",
  text: `A family company: ${together} and the crew they trained. Certified arborists, and careful with your ${plants.delicate}. Estimates are free, and you hear from us within ${figures.reply}.`,
};

export const statistics: Titled = {
  "Projects completed": figures.projects,
  "Average rating": figures.rating,
  "Service areas": figures.areas,
  Satisfaction: figures.rate,
};

/** The banner above everything else, with a call button. */
export const emergency: SectionHead = {
  heading: "Tree on the roof?",
  text: `Call now. We answer ${figures.emergency} and arrive within ${responseTimes.arrival}.`,
};

/** The reasons to choose the company over another. */
export const reasons: Section = {
  heading: "Why people call us, and then call again",
  text: "Five things you can check before you let anyone near your tree with a saw.",
  items: {
    [`Family-owned since ${figures.founded}`]: `The company belongs to ${together}. One of them looks at your tree, and you keep the number.`,
    "Certified arborists":
      "We cut to ANSI A300, the American standard for tree care. It is also why we sometimes tell you to leave a tree alone.",
    "Licensed, bonded and insured":
      "If a branch breaks something, our liability insurance responds. Ask for the certificate before a saw starts. You should ask everyone.",
    "The price is on paper":
      "Estimates are free. One of us comes, measures, and writes down what it costs and what happens to the wood.",
    [`Someone answers${business.emergencyService ? `, ${figures.emergency}` : ""}`]: `${business.emergencyService ? "After hours the phone rings in one of our kitchens. " : ""}You get a person who can send a truck.`,
  },
};

/** The services that have a page. */
export const services: Section<PictureCard & { link: NavigationLink }> = {
  heading: "What we do, in the tree and on the ground",
  text: "Five kinds of work. Not sure which one is yours? Describe the tree and we will sort it out.",
  items: {
    "Tree Removal": {
      text: "Top first, piece by piece, each on a rope. Most single trees are down and gone in a day.",
      picture: "services/specimen-removal",
      link: { label: "Learn More", to: "/services/tree-removal" },
    },
    "Tree Pruning": {
      text: `Dead wood out, light in. ${crownRule}.`,
      picture: "services/specimen-pruning",
      link: { label: "Learn More", to: "/services/tree-pruning" },
    },
    "Storm Damage": {
      text: `With you in ${responseTimes.arrival}, made safe the ${responseTimes.action}.`,
      picture: "services/specimen-storm",
      link: { label: "Learn More", to: "/services/storm-damage" },
    },
    Cleanup: {
      text: "Brush, logs and whatever lies behind the shed. Chipped, hauled, raked.",
      picture: "services/specimen-cleanup",
      link: { label: "Learn More", to: "/services/cleanup" },
    },
    "Stump Grinding": {
      text: `Ground ${grindingDepth.display} below the grass. A small one takes less time than a haircut.`,
      picture: "services/specimen-stump",
      link: { label: "Learn More", to: "/services/stump-grinding" },
    },
  },
};

/** The way to the section for managers of properties. */
export const properties: { text: string; link: NavigationLink } = {
  text: "You manage an HOA, an office park or rentals?",
  link: { label: "What we do for properties", to: "/services#properties" },
};

const [climber, groundsman] = founders;

/** The company's history, in short. */
export const story = {
  heading: "How it began: one pickup, two ropes, a borrowed chipper",
  paragraphs: [
    `That was ${figures.founded}. ${firstName(climber)} climbed, ${firstName(groundsman)} held the other end of the rope, and the chipper was our uncle’s.`,
    `${figures.projects} projects later the company is still us and the crew we trained. We still look at every tree ourselves, and we still sweep your driveway.`,
  ],
  link: { label: "Read the story", to: "/about" },
} as const;

export const serviceAreas: SectionHead = {
  heading: "Where we work",
  text: `${homeCity} and the counties around it. If your town isn’t listed, call anyway.`,
};

/** The heading of the review in large type. */
export const featured = {
  heading: "What a customer says",
  testimonial: testimonials[0],
  link: { label: `Read all ${testimonials.length} reviews`, to: "/testimonials" },
};

export const closing: CallToAction = {
  heading: "Tell us about the tree",
  text: `Species if you know it, height if you can guess it, and what it is leaning toward. ${business.shortName} answers within ${figures.reply}, and the estimate is free.`,
};
