import { plants, soil, woodPile } from "../../content/region.ts";
import type {
  BeforeAfter,
  CallToAction,
  Hero,
  Package,
  PictureCard,
  Section,
  SectionHead,
} from "../../content/sections.ts";

export interface CleanupLevel extends Package {
  name: "Basic" | "Standard" | "Premium";
  /** A badge that highlights the level. */
  badge?: string;
}

export const hero: Hero = {
  eyebrow: "Cleanup",
  heading: "Cleanup that ends with a rake",
  text: `Brush from the last storm, logs from the last crew, ${plants.overgrowth} from the last owner. We chip it, haul it and rake after ourselves, and you get a yard back.`,
};

export const benefits: Section = {
  heading: "Why a cleanup is worth a day",
  text: "A pile of brush looks harmless. It isn’t.",
  items: {
    "Fewer pests": `${woodPile.pests} all like a damp wood pile.`,
    "Less to burn": `${woodPile.kindling} and dry limbs against a wall are kindling. Thirty feet of clear ground isn’t.`,
    "Living trees breathe": `Brush heaped on roots keeps water and air out of the ${soil.name}. ${plants.climber} on a trunk hides rot until it is too late.`,
    "You can use the yard": `There is more lawn under the ${plants.overgrowth} than you remember.`,
  },
};

export const comparison: BeforeAfter = {
  heading: "One yard, before and after",
  text: "One crew and one chipper, the week after a storm. Eight in the morning, four in the afternoon.",
  caption: "Drag the line to see the difference.",
};

export const cleanupServices: Section = {
  heading: "What we take",
  text: "If it grew, we take it. If somebody built it, ask.",
  items: {
    "Storm debris":
      "Broken branches, uprooted shrubs, the top of your neighbor’s pine. Out of the trees first, then off the ground.",
    "Brush and logs":
      "Piles that another crew left, or that you did. Up to 15 inches thick goes through the chipper, thicker goes on the truck.",
    "Land care": `Overgrown lots and fence lines: ${plants.overgrowths}. We mark the good trees first and work around them.`,
    "Leaves and gutters":
      "Leaves off the lawn, out of the beds and out of the gutters. Oaks shed until January, so book the last visit then.",
  },
};

/** The steps, each with a picture of the yard at that step. */
export const steps: Section<PictureCard> = {
  heading: "How a cleanup goes",
  text: "Most yards take a day, and we tell you beforehand if yours isn’t one of them.",
  items: {
    Walk: {
      text: "You show us what goes and what stays. We tie a ribbon on what stays.",
      picture: "cleanup/walk",
    },
    "Make safe": {
      text: "Whatever hangs or leans comes down first, on a rope. Nobody rakes under a broken branch.",
      picture: "cleanup/make-safe",
    },
    Sort: {
      text: "Firewood here, chips there, trash apart. The less goes to the landfill, the less you pay.",
      picture: "cleanup/sort",
    },
    "Chip and haul": {
      text: "Brush becomes mulch in seconds. Keep the chips for your beds, or we haul them.",
      picture: "cleanup/chip",
    },
    "Rake and look": {
      text: "Rake, blower, magnet for nails where a fence came down. Then you walk the yard with us.",
      picture: "cleanup/rake",
    },
  },
};

export const levels: SectionHead & { items: readonly CleanupLevel[] } = {
  heading: "Three levels of clean",
  text: "Priced after we have seen the yard. The estimate is free for each.",
  items: [
    {
      name: "Basic",
      suits: "You can reach it, you can’t lift it",
      text: "The big pieces go. You do the raking.",
      includes: ["Limbs and logs removed", "Brush chipped", "Wood and chips hauled away"],
    },
    {
      name: "Standard",
      badge: "Most Popular",
      suits: "You want your lawn back",
      text: "What most people mean when they say clean.",
      includes: [
        "All of Basic",
        "Lawn and beds raked",
        "Driveway and walks blown clean",
        "Firewood cut to 16 inches and stacked, or taken",
      ],
    },
    {
      name: "Premium",
      suits: "A house for sale, or a wedding on Saturday",
      text: "You can walk it barefoot. We try it first.",
      includes: [
        "All of Standard",
        "Small stumps ground",
        "Gutters emptied",
        `Ivy and ${plants.overgrowth} cut to the ground along the fence. Both sprout again: plan a second cut`,
        "Beds mulched with your own chips",
      ],
    },
  ],
};

export const closing: CallToAction = {
  heading: "Show us what has to go",
  text: "Tell us roughly how big the pile is: a car, a truck, a house. One of us comes to look, free.",
};
