import { business } from "../../../content/business";
import { oneOfThem } from "../../../content/founders";
import { responseTimes } from "../../../content/promises";
import type { SectionHead, Titled } from "../../../content/sections";
import { answered, figures } from "../../../content/statistics";

/** Followed by the time of the call. */
export const whoCalls = `${oneOfThem} will call you`;

/** Followed by the phone number. */
export const number = "We call from";

/** Followed by the time of an appointment. */
export const visit = "We’ll be there";

/** The answers to an appointment, and what follows its time once it is answered. */
export const answers = {
  agree: "That works",
  agreed: "You said that works. Thank you.",
  call: "Call me",
  called: "We’ll call you about it.",
};

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

/** What happens, from the first call to the end of the work. */
const course: readonly (readonly [title: string, text: string])[] = [
  ["We call you", "Two or three questions about the tree, and a time that suits you."],
  [
    "We look at it",
    "We stand under the tree with you, measure, and write down the price. You owe us nothing for that.",
  ],
  [
    "You decide",
    `Say yes, and you get a day. Routine work is best booked ${figures.bookAhead} ahead.`,
  ],
  ["Make room", "Cars away from the tree, and the gate unlocked."],
  ["We do the work", "On your day. If the weather says no, you hear it from us by seven."],
  ["You look at it", "Walk around it with us. If something isn’t right, you tell one of us."],
];

const from = (first: number): Titled => Object.fromEntries(course.slice(first, first + 3));

/** A step of a request. The visitor's name follows the heading, and the phone number the text. */
interface Step {
  heading: string;
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
  new: { heading: "Thank you", next: from(0) },
  "no-answer": {
    heading: "We tried to reach you",
    text: "We’ll try again. Or call us when it suits you:",
    next: from(0),
  },
  called: {
    heading: "Good to talk to you",
    text: "To set the time when we look at the tree, or to change it, call",
    next: from(1),
  },
  visited: {
    heading: "The price comes next",
    text: "You get it in writing, and you owe us nothing for it. If you are waiting for it, call",
    next: from(2),
  },
  estimate: {
    heading: "You have our estimate",
    text: "Take your time, and ask what you like. To say yes, call",
    next: from(2),
  },
  offered: {
    heading: "You have our estimate",
    text: "Take your time, and ask what you like. Say yes below, or call",
    next: from(2),
  },
  ordered: {
    heading: "Thank you for your order",
    text: "To talk about the day of the work, call",
    next: from(3),
  },
  day: { heading: "Today is the day", text: "If something comes up, call", next: from(3) },
  done: { heading: "Thank you for having us", text: "If something isn’t right, tell one of us:" },
  closed: { heading: "Thank you for asking us", text: "If we can help after all, call" },
  ended: {
    heading: "This page has expired",
    text: "To ask about your request, or to change a time, call",
  },
};

/** The estimate, and what the visitor can say to it. Dates and the phone number follow. */
export const offer = {
  heading: "What we do, and what it costs",
  given: "Our estimate of",
  until: "The price holds until",
  lines: "The work",
  option: "Choose one",
  optional: "If you like",
  total: "Total",
  recount: "Update the total",
  day: "Which day suits you?",
  anyDay: "No preference",
  name: "Your name",
  nameHint:
    "Typed here, it is your signature. With “Yes” you order what is ticked, for the total shown.",
  yes: "Yes, do it",
  ask: "Ask first",
  question: "Your question",
  send: "Ask",
  no: "No, thank you",
  reason: "Why?",
  decline: "Say no",
  accepted: "You said yes. Thank you.",
  signed: "Signed by",
  begins: "The work begins on",
  change: "If something isn’t right, or to change it, call",
  asked: "We’ll call you about it.",
  declined: "You said no to this. Thank you for telling us.",
  expired: "The price held until",
  afterwards: "Ask us what holds now, or call",
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
