import { homeCity } from "../../content/areas.ts";
import type { NavigationLink } from "../../content/navigation.ts";
import { failing, permitRule, plants, soil } from "../../content/region.ts";
import type {
  CallToAction,
  Hero,
  PictureCard,
  Section,
  SectionHead,
} from "../../content/sections.ts";

export const hero: Hero = {
  eyebrow: "Tree removal",
  heading: "Tree removal, one roped piece at a time",
  text: `A 90-foot ${plants.tall} beside a house doesn’t get felled. It goes top first, piece by piece, on a climber’s rope or a crane’s hook, down to the stump.`,
};

/** The remaining height of the page's pine beside each part, in feet. It shrinks from part to part. */
export const feetLeft = { benefits: 90, reasons: 62, permit: 2 } as const;
export type FeetLeft = (typeof feetLeft)[keyof typeof feetLeft];

export const benefits: Section = {
  heading: "What you are paying for",
  text: "Anyone can bring a tree down. The skill is in where it goes.",
  items: {
    "The roof stays out of it":
      "Every piece hangs on a rope before it is cut. The crew below lowers it through a friction brake at the foot of the trunk, to a spot we agreed on beforehand.",
    "An old risk is gone":
      "You stop listening to the wind. A dead pine gets more brittle every month it stands, and harder to climb. Early is safer, for us too.",
    "Light, and room for the next tree": failing.replaced,
    "The lawn survives": `Plywood under the wheels, a plan for where the logs land, and a rake at the end. ${soil.ruts}`,
  },
};

/** The reasons to take a tree down, each with a drawing. */
export const reasons: Section<PictureCard> = {
  heading: "When a tree has to come down",
  text: "We climb trees because we like them. These are the three cases in which we will tell you to let one go.",
  items: {
    "Dead or diseased": {
      picture: "tree-removal/dead",
      text: `Mushrooms at the base. Bark that comes off in plates. ${failing.sick}`,
    },
    "Hazardous positioning": {
      picture: "tree-removal/leaning",
      text: `A lean that is new. Soil that lifts on one side. A narrow fork above a bedroom, or roots cut for a driveway. ${soil.letsGo}`,
    },
    "Storm damage": {
      picture: "tree-removal/split",
      text: "A trunk split down the fork, half a crown on the ground, a tree caught in its neighbor. What a storm leaves hanging, the next wind brings down.",
    },
  },
};

/** The steps of a removal, along the rope. */
export const steps: Section = {
  heading: "How a tree comes down",
  text: "Four steps. Most single trees take one day for the last two.",
  items: {
    Assessment:
      "One of us walks around the tree, sounds the trunk with a mallet, and looks up for dead wood and down for roots and lines. You get the price in writing, free. If the tree should stay, you get that in writing.",
    Planning: `We settle where each piece lands, whether it takes a rope, a bucket truck or a crane, and whose car has to move. Inside the city limits we look into the permit: ${permitRule}.`,
    Removal:
      "The climber starts up in the crown: the limbs, each from a block above it, then the top, then the trunk. Tie, cut, swing, lower. Four feet of white oak, two feet thick, weigh as much as a grand piano. You should hear them land about as often.",
    Cleanup:
      "Brush goes through the chipper. Logs are hauled, or cut to 16 inches and stacked if you burn wood. Sawdust is blown off the driveway. The stump is a line of its own on the estimate, so you can keep it.",
  },
};

/** The home city's permit rule. */
export const permit: SectionHead = {
  heading: `In the City of ${homeCity}? Ask us first`,
  text: `Before a tree goes, ${permitRule}. “Across” means the trunk’s diameter four and a half feet above the ground. Other cities and counties have rules of their own. We tell you which one applies to your tree and what the application needs.`,
};

export const stumpLink: NavigationLink = {
  label: "And the stump?",
  to: "/services/stump-grinding",
};

export const closing: CallToAction = {
  heading: "Let us see the tree before it leans more",
  text: "Send the address and a few words about the tree. One of us comes by, and the estimate is free.",
};
