import { homeState } from "../../content/areas.ts";
import { business } from "../../content/business.ts";
import { responseTimes, wireDistance } from "../../content/promises.ts";
import { storms } from "../../content/region.ts";
import type {
  CallToAction,
  Hero,
  ListSection,
  PictureCard,
  Section,
  SectionHead,
} from "../../content/sections.ts";
import { figures } from "../../content/statistics.ts";

/** A step with a promised time. */
export interface ClockStep {
  text: string;
  timing: string;
  /** The hours after the call, for the clock beside the step. */
  hours: { from: number; to: number };
}

/** The emergency banner, which is the head of this page. Its call link dials the main number. */
export const hero: Hero = {
  eyebrow: `Storm damage, ${figures.emergency}`,
  heading: "Tree down? Call first, read later.",
  text: `Get everyone out from under it, stay away from wires, and call. A crew arrives within ${responseTimes.arrival}.`,
};

export const emergencyServices: Section = {
  heading: `What we come out for ${business.emergencyService ? "at night" : "first"}`,
  text: "Six things that don’t wait until Monday.",
  items: {
    "Trees on roofs":
      "Lifted, not dragged. We take the weight with a rope or a crane first, then cut, so that what broke the rafters doesn’t break the ceiling too.",
    "Blocked driveways":
      "First a lane wide enough for a car, or an ambulance. The rest of the trunk can wait for daylight.",
    "Hanging branches":
      "They can fall when nothing moves, so the climber ties them off before he touches anything else.",
    "Split and leaning trees":
      "A split fork is strapped, a leaner is held by a line to a sound tree. Then we decide, with you, what can be saved.",
    "Tarps and shoring":
      "A hole in a roof is covered before the next band of rain. It keeps water out until the roofer comes, which can take a while after a storm.",
    "Debris removal":
      "Chipper, loader, truck. Logs, brush and the fence that went with them, off your lot.",
  },
};

export const pictureCards: Section<PictureCard> = {
  heading: "What it looks like when we get there",
  text: "Four calls of a kind that come in every year.",
  items: {
    "Oak on the roof": {
      text: "A water oak, hollow at the base, split in a March wind. Off the house before dark, roof under a tarp.",
      picture: "storm-damage/oak-on-roof",
    },
    "A blocked driveway": {
      text: "A tulip poplar across the only way out. Two cuts, a loader, and the nurse who lives there made her shift.",
      picture: "storm-damage/blocked-drive",
    },
    "A branch hanging forty feet up": {
      text: "Over a swing set, held by a strip of bark as wide as a hand. Roped from above and lowered whole.",
      picture: "storm-damage/hanging-limb",
    },
    "Ice, at half past two in the morning": {
      text: "Pines down, no power on the street, one truck with its work lights on.",
      picture: "storm-damage/night-crew",
    },
  },
};

/** The steps of an emergency, with their times. */
export const steps: Section<ClockStep> = {
  heading: "What happens after you call",
  text: "The clock starts when you hang up.",
  items: {
    "You call": {
      // Without service at every hour, the days alone: the hours would not fit.
      timing: figures.emergency.split(" ")[0] ?? "",
      hours: { from: 0, to: 0 },
      text: "A person answers. We ask three things: is anyone hurt, are wires down, what is the tree on.",
    },
    "We arrive": {
      timing: responseTimes.arrival,
      hours: { from: 1, to: 2 },
      text: "Two climbers and a truck. We look at it with a light, photograph it for your insurer, and tell you what we will do and what it costs.",
    },
    "We make it safe": {
      timing: responseTimes.action,
      hours: { from: 2, to: 12 },
      text: "Weight off the house, hanging branches down, the way out open, a tarp over the hole. What is left can lie where it is until tomorrow.",
    },
    "We finish": {
      timing: responseTimes.fullService,
      hours: { from: 24, to: 72 },
      text: "The rest of the tree comes down, the wood leaves, the stump is ground if you like. You get the photos and an itemized invoice.",
    },
  },
};

/** The situations in which to call instead of writing. */
export const whenToCall: ListSection = {
  heading: "Call, don’t write, when",
  text: "If you have to ask whether it is an emergency, call. Nobody here minds.",
  items: [
    "a tree or a branch is on a house, a car or a fence",
    "a tree that was straight yesterday is leaning",
    "the ground lifts or cracks beside the trunk",
    "a broken branch hangs in a tree",
    "a trunk has split at the fork",
    "the driveway or the street is blocked",
  ],
};

/** The situation that others must handle first: wires in the tree. */
export const wires: SectionHead = {
  heading: "Wires in the tree?",
  text: `Stay ${wireDistance} away and treat every line as live. Call 911, then your power company, then us. We start when the utility says that the line is off.`,
};

/** The help with the insurance claim. */
export const insurance: Section = {
  heading: "The insurance claim, and our part in it",
  text: "We are arborists and not adjusters. Many policies pay for taking a tree off a house, and little for one that only fell on the lawn. That’s up to your policy. This is what we add to your file.",
  items: {
    "Photos before the first cut":
      "Dated, from the ground and from above, because afterward the tree is gone.",
    "A report by a certified arborist": "Species, size, what failed and why, on one page.",
    "An itemized invoice":
      "Emergency work, tarps, removal and hauling on separate lines, since policies often treat them separately.",
    "A word with your adjuster":
      "We answer their questions and meet them at the tree if they want to see it. Call your insurer early.",
  },
};

/** The seasons in which trees come down. */
export const stormSeasons: SectionHead = {
  heading: `When ${homeState.name}’s trees come down`,
  text: `${storms} We keep a truck packed for each.`,
};

/** The texts of the emergency calls. Both of the company's numbers are shown; the buttons dial the main one. */
export const emergencyCalls: SectionHead = {
  heading: business.emergencyService ? "Call us, day or night" : "Call us",
  text: `${business.emergencyPhone ? "Either number" : "The number"} reaches us, ${figures.emergency}.${business.emergencyService ? ` Outside ${business.hours.display} it rings at home, and we pick up.` : ""}`,
};

export const closing: CallToAction = {
  heading: "No emergency, just a bad feeling?",
  text: `Have the tree looked at before the next storm. The estimate is free, and you hear from us within ${figures.reply}.`,
};
