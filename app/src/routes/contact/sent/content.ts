import { business } from "../../../content/business";
import { oneOfThem } from "../../../content/founders";
import { responseTimes } from "../../../content/promises";
import type { SectionHead, Titled } from "../../../content/sections";
import { answered, figures } from "../../../content/statistics";

/** Followed by the time of the call. */
export const whoCalls = `${oneOfThem} will call you`;

/** Followed by the phone number. */
export const number = "We call from";

/** Followed by the time of the visit. */
export const visit = "We’ll be there";

/** Shown above the number of the request. */
export const reference = { label: "Reference", use: "Tell us this number if you call." };

/** Shown in an emergency, above the call button. */
export const callFirst = `Don’t wait for us to read this. Somebody answers ${answered}, and a crew is there within ${responseTimes.arrival}.`;

/** For visitors in an emergency who cannot call. */
export const cannotCall = `Can’t talk? ${oneOfThem} will call you from`;

/** What to do in an emergency until a crew arrives. */
export const meanwhile: { heading: string; items: Titled } = {
  heading: "While you wait",
  items: {
    "Keep away from wires":
      "And from what touches one: the tree, a fence, wet ground. If a wire is down, call 911 first.",
    "Clear the rooms below":
      "Everybody out of the rooms under the tree, pets too. Close the doors behind you.",
    "Take a photo from the street":
      "Only where you are safe, never from under the tree. Add it here: the crew brings what fits.",
  },
};

/** Shown above the summary of what was sent. */
export const summaryHeading = "What you sent";

/** What happens next. */
const look: Titled = {
  "We look at it":
    "We stand under the tree with you, measure, and write down the price. You owe us nothing for that.",
};
const decide: Titled = {
  "You decide": `Say yes, and you get a day. Routine work is best booked ${figures.bookAhead} ahead.`,
};
const makeRoom: Titled = {
  "Make room": "Cars away from the tree, and the gate unlocked.",
};
const work: Titled = {
  "We do the work": "On your day. If the weather says no, you hear it from us by seven.",
};
const check: Titled = {
  "You look at it": "Walk around it with us. If something isn’t right, you tell one of us.",
};

/** How far a request is. */
interface Step {
  /** Followed by the visitor's name. */
  heading: string;
  /** Followed by the phone number. */
  text?: string;
  next?: Titled;
}

export const nextHeading = "What happens next";

/** The page's texts, by how far the request is (`backend/src/forms/confirmation/progress.rs`). */
export const steps: Titled<Step> = {
  emergency: {
    heading: "Call now",
    next: {
      "You call": "We ask three things: is anyone hurt, are wires down, what is the tree on.",
      "A crew arrives": `Within ${responseTimes.arrival}.`,
      "We make it safe": `The ${responseTimes.action}. The rest is done within ${responseTimes.fullService}.`,
    },
  },
  new: {
    heading: "Thank you",
    next: {
      "We call you": "Two or three questions about the tree, and a time that suits you.",
      ...look,
      ...decide,
    },
  },
  "no-answer": {
    heading: "We tried to reach you",
    text: "We’ll try again. Or call us when it suits you:",
    next: {
      "We call again":
        "From this number. Two or three questions about the tree, and a time that suits you.",
      ...look,
      ...decide,
    },
  },
  called: {
    heading: "Good to talk to you",
    text: "Next, one of us looks at the tree. To set the time, or to change it, call",
    next: { ...look, ...decide, ...work },
  },
  "visit-set": {
    heading: "See you soon",
    text: "If another time suits you better, call",
    next: { ...look, ...decide, ...work },
  },
  visited: {
    heading: "The price comes next",
    text: "You get it in writing, and you owe us nothing for it. If you are waiting for it, call",
    next: {
      "You get the price": "Line by line, so that you can strike what you don’t need.",
      ...decide,
      ...work,
    },
  },
  estimate: {
    heading: "You have our estimate",
    text: "Take your time, and ask what you like. To say yes, call",
    next: { ...decide, ...work, ...check },
  },
  ordered: {
    heading: "Thank you for your order",
    text: "We’ll call you with a day. If you have one in mind, call",
    next: {
      "You get a day": `Routine work is best booked ${figures.bookAhead} ahead.`,
      ...work,
      ...check,
    },
  },
  booked: {
    heading: "Your day is set",
    text: "If that day doesn’t suit you any more, call",
    next: { ...makeRoom, ...work, ...check },
  },
  day: {
    heading: "Today is the day",
    text: "If something comes up, call",
    next: {
      ...makeRoom,
      "Stay clear": "Children and pets inside until the saws are quiet.",
      ...check,
    },
  },
  done: {
    heading: "Thank you for having us",
    text: "If something isn’t right, tell one of us:",
  },
  closed: {
    heading: "Thank you for asking us",
    text: "If we can help after all, call",
  },
  ended: {
    heading: "This page has expired",
    text: "To ask about your request, or to change a time, call",
  },
};

/** The company's contact card for the phone. */
export const card = {
  heading: "Know who is calling",
  text: "Save our number, so you know it’s us.",
  label: "Save our number",
  file: "/contact-card.vcf",
  download: `${business.name}.vcf`,
};

/** What to do if the request lacks something, or the situation changes. */
export const changed: SectionHead = {
  heading: "Something changed?",
  text: `A digit is wrong, or the tree leans more: call. The office is open ${business.hours.display}.${business.emergencyService ? " After hours we answer too." : ""}`,
};

/** The label of the link back to the form. */
export const anotherRequest = "Send another request";
