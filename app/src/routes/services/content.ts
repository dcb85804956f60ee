import { homeCity } from "../../content/areas.ts";
import { business } from "../../content/business.ts";
import { inWordsCapitalized } from "../../content/in-words.ts";
import type { NavigationLink } from "../../content/navigation";
import type { PictureName } from "../../content/pictures";
import { crownRule, grindingDepth, responseTimes } from "../../content/promises";
import { plants, specimens } from "../../content/region";
import type { CallToAction, Hero, Section, SectionHead, Titled } from "../../content/sections";
import { figures } from "../../content/statistics";

/** A service in the overview. */
export interface ServiceCard {
  icon: PictureName;
  /** The label of the drawing, as in a field guide. */
  specimen: string;
  description: string;
  features: readonly string[];
  link: NavigationLink;
}

export const hero: Hero = {
  eyebrow: "Our services",
  get heading() {
    return `${inWordsCapitalized(Object.keys(serviceCards).length)} things we do to trees, and for them`;
  },
  text: "For houses and for commercial properties, from one limb over a gutter to forty trees around an office park. Pick one, or describe what you see and let us pick.",
};

/** The title of the plate that shows the services. */
export const plate = { number: "Plate I", heading: "Services, drawn from life" };

export const serviceCards: Titled<ServiceCard> = {
  "Tree Removal": {
    icon: "services/specimen-removal",
    specimen: specimens.removal,
    description:
      "A tree near a house isn’t felled, it is taken apart. We climb it, rope each piece and lower it, and use a crane where no rope will do.",
    features: [
      "Rope, bucket truck or crane, whichever the spot allows",
      `Help with the City of ${homeCity}’s tree permit`,
      "Logs hauled, or cut to 16 inches for your woodpile",
      "Yard raked, driveway blown clean",
    ],
    link: { label: "Learn More", to: "/services/tree-removal" },
  },
  "Tree Pruning": {
    icon: "services/specimen-pruning",
    specimen: specimens.pruning,
    description:
      "Limbs taken out for the good of the tree: dead wood, rubbing branches, weight where the wind catches it. Cut to ANSI A300.",
    features: [
      "Crown cleaning, thinning, raising and reduction",
      crownRule,
      "No climbing spikes on a tree that stays",
      "Oaks in winter, when they are dormant",
    ],
    link: { label: "Learn More", to: "/services/tree-pruning" },
  },
  "Tree Trimming": {
    icon: "services/specimen-trimming",
    specimen: specimens.trimming,
    description:
      "The same care for a different reason: your roof, your view, your driveway. Regular maintenance that keeps a tree in its place.",
    features: [
      "Ten feet of air between limb and roof",
      "Sight lines, signs and street lights cleared",
      `${plants.topped} thinned, never topped`,
      "One visit a year for most trees",
    ],
    link: { label: "Learn More", to: "/services/tree-trimming" },
  },
  "Storm Damage": {
    icon: "services/specimen-storm",
    specimen: specimens.storm,
    description: `Trees on roofs, across driveways, hung up in other trees. The phone is answered ${figures.emergency}, and the first job is to keep things from getting worse.`,
    features: [
      `On site within ${responseTimes.arrival}`,
      `Made safe the ${responseTimes.action}`,
      `All of it gone in ${responseTimes.fullService}`,
      "Photos and a report for your insurer",
    ],
    link: { label: "Learn More", to: "/services/storm-damage" },
  },
  "Clean Up": {
    icon: "services/specimen-cleanup",
    specimen: "Several species, as the storm left them",
    description:
      "What storms, other crews and ten years of leaves have left behind. Chipped, loaded, hauled and raked, in three levels, so that you pay only for the one you need.",
    features: [
      "Brush, limbs, logs and leaves",
      `Land care: ${plants.overgrowth}, vines and overgrown lots`,
      "Chips left as mulch, if you want them",
      "Basic, Standard or Premium",
    ],
    link: { label: "Learn More", to: "/services/cleanup" },
  },
  "Stump Grinding": {
    icon: "services/specimen-stump",
    specimen: specimens.stump,
    description: `A wheel with carbide teeth takes the stump down ${grindingDepth.display} below ground. What is left is a hole full of chips, and then a lawn.`,
    features: [
      "From 6 inches across to more than 36",
      "A machine that fits through a yard gate",
      "Utility lines marked before we start",
      "Hole filled, ready for grass",
    ],
    link: { label: "Learn More", to: "/services/stump-grinding" },
  },
};

/** The texts of the tree sizer, where visitors enter the size of a tree and see its price range. */
export const sizer = {
  heading: "Size your own tree",
  text: "Stand it beside somebody of 5 ft 9 and a two-story house. A foot is a foot.",
  height: "How tall",
  distance: "How near the house",
  wires: "Near wires",
  wiresNote:
    "Call your power company first. Near a line we cut nothing until it says that it is safe.",
  stump: "Stump too",
  send: "Send this with my request",
};

/** The requirements of property managers and associations, and the way to ask for them. */
export const properties: Section & { request: string } = {
  heading: "For properties",
  text: "You manage an HOA, an office park or rentals, and you have three firms to compare. This is what you get from us.",
  items: {
    "The certificate first":
      "A certificate of insurance that names your association or owner as additional insured, before a truck is on the lot.",
    "Several trees, several sites":
      "One walk and one list: each tree with what it needs, how soon, and its price. Strike the lines that you don’t want.",
    "A plan for the year":
      "Pruning in winter, a walk for dead wood in summer, and a price for both that your board can vote on.",
    "Net 30": "One invoice for each site or for all of them, payable within 30 days.",
  },
  request:
    "Ask by the form: put the company and the number of trees into the details. The form refuses shared mailboxes such as info@. Leave the email empty then, and we call you.",
};

export const emergency: SectionHead = {
  heading: business.emergencyService
    ? `${figures.emergency} emergency service`
    : "When a storm has passed",
  text: `If it is on the house, on the car or about to be, skip the form. Call, and a crew is with you in ${responseTimes.arrival}.`,
};

export const serviceAreas: SectionHead = {
  heading: "Where we do it",
  text: `${figures.areas} areas, and the same service in all of them.`,
};

export const closing: CallToAction = {
  heading: "Not sure which one you need?",
  text: "Most people aren’t. Tell us what you see, and one of us comes to look. The estimate is free.",
};
