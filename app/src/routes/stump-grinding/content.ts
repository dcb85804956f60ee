import { grindingDepth } from "../../content/promises";
import { lineMarking, plants, soil, stumpExamples } from "../../content/region";
import type { CallToAction, Hero, ListSection, PictureCard, Section } from "../../content/sections";

/** A class of stumps by diameter, with the grinding time. */
export interface StumpSize {
  /** The largest diameter in inches, for drawing to scale. The largest class has no upper limit. */
  to: 12 | 24 | 36 | null;
  /** The diameter as people read it. */
  diameter: string;
  time: string;
  example: string;
}

export const hero: Hero = {
  eyebrow: "Stump grinding",
  heading: `Stump grinding, ${grindingDepth.display} below ground`,
  text: "A wheel with carbide teeth sweeps across the stump, half an inch at a time, until there is nothing left to trip over. Then you sow grass.",
};

/** The reasons to remove a stump. */
export const reasons: Section = {
  heading: "Why remove stumps",
  text: "A stump left alone is gone in ten to twenty years. Meanwhile:",
  items: {
    "It feeds things":
      "Termites, carpenter ants and root-rot fungi start in dead wood. They don’t always stop there.",
    "It grows back": `${plants.sprouting} send up a hedge of shoots from the old roots. Twice a summer, for years.`,
    "It breaks things": "Mower blades, mostly. Also ankles.",
    "It takes room":
      "Three feet of stump and the roots around it are the spot where the patio, the fence or the next tree was meant to be.",
  },
};

/** The texts about the machine. */
export const technology: Section = {
  heading: "The machine",
  text: "Nobody pulls a stump with a pickup anymore, outside of videos. This takes it where it stands and leaves the lawn around it.",
  items: {
    "Carbide teeth":
      "They are bolted around a steel wheel that spins toward the operator’s shield. When one dulls we turn it, since a sharp tooth cuts and a dull one throws.",
    "35 inches wide": `It drives through a standard yard gate under its own power, on tires or tracks that hardly mark wet ${soil.name}.`,
    "Run from beside it":
      "The operator stands at the controls, clear of the wheel. A mesh curtain catches the chips on the side where your windows are.",
  },
};

/** The two depths, and their purposes. The drawing shows both. */
export const depth: Section<{ inches: 6 | 12; text: string }> = {
  heading: `How deep: ${grindingDepth.display}`,
  text: "The price depends on it, so it is on the estimate.",
  items: {
    [`${grindingDepth.from} inches`]: {
      inches: grindingDepth.from,
      text: "For a lawn. Grass needs about that much soil over what is left of the roots.",
    },
    [`${grindingDepth.to} inches`]: {
      inches: grindingDepth.to,
      text: "For a bed, a shrub or a walk. For a new tree, move over three feet all the same.",
    },
  },
};

/** The steps, each with a drawing of what is left of the stump. */
export const steps: Section<PictureCard> = {
  heading: "How we grind a stump",
  text: "You don’t have to be home. Keep the dog inside.",
  items: {
    Mark: {
      picture: "stump-grinding/marked",
      text: `We have ${lineMarking} mark the public utility lines, which is free and takes a few working days. Sprinkler lines and dog fences are yours to point out.`,
    },
    Clear: {
      picture: "stump-grinding/cleared",
      text: "Stones, soil and old nails away from the base, then a chainsaw takes the stump down to the grass.",
    },
    Grind: {
      picture: "stump-grinding/ground",
      text: "Side to side, from the far edge to the near one, down to the depth on the estimate. Surface roots go too, if you want them gone.",
    },
    Fill: {
      picture: "stump-grinding/filled",
      text: "The chips go back into the hole, heaped, since they settle. Or we haul them and bring soil, if you want to sow this week.",
    },
  },
};

/** The size classes. Diameters are measured at the ground, where the trunk flares. */
export const sizes: Section<StumpSize> = {
  heading: "Size guide",
  text: "Lay a tape across the stump at ground level, flare and all. It is wider there than it looks.",
  items: {
    Small: {
      to: 12,
      diameter: "6-12 in",
      time: "15-30 min",
      example: stumpExamples.small,
    },
    Medium: {
      to: 24,
      diameter: "12-24 in",
      time: "30-60 min",
      example: stumpExamples.medium,
    },
    Large: {
      to: 36,
      diameter: "24-36 in",
      time: "1-2 hours",
      example: stumpExamples.large,
    },
    "Extra Large": {
      to: null,
      diameter: "36+ in",
      time: "2+ hours",
      example: stumpExamples.extraLarge,
    },
  },
};

/** Shown above the two lists. */
export const comparisonHeading = "Professional or do-it-yourself";

/** The list about the company's service. */
export const professional: ListSection = {
  heading: "With us",
  text: "Half a morning, and you can watch.",
  items: [
    "A self-propelled grinder, sharp, with someone who runs it every week",
    "Lines marked before we start",
    `Ground to the depth you chose, ${grindingDepth.display}`,
    "Insured, if a chip hits a window",
    "Hole filled, chips raked, street swept",
  ],
};

/** The list about a rented machine. */
export const doItYourself: ListSection = {
  heading: "On your own",
  text: "It can be done. This is what it takes.",
  items: [
    "A rental grinder, a trailer and a Saturday",
    "811 is yours to call, and you should",
    "Small rentals often give up 4 inches down, and roots sprout from there",
    "Your homeowner’s policy, your deductible",
    "A heap of chips three times the size of the stump",
  ],
};

export const closing: CallToAction = {
  heading: "Tell us about the stump",
  text: "How many inches across, how many of them, and the address. The estimate is free. Several in one visit cost less than one at a time.",
};
