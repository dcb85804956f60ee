import { business } from "../../../content/business";
import { oneOfThem } from "../../../content/founders";
import { responseTimes } from "../../../content/promises";
import type { SectionHead, Titled } from "../../../content/sections";
import { answered, figures } from "../../../content/statistics";

/** The headings, each followed by the visitor's name. In an emergency, the call comes before everything else. */
export const heading = { routine: "Thank you", emergency: "Call now" };

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

/** The next steps, by the urgency of the request. */
export const steps: { heading: string; routine: Titled; emergency: Titled } = {
  heading: "What happens next",
  routine: {
    "We call you": "Two or three questions about the tree, and a time that suits you.",
    "We look at it":
      "We stand under the tree with you, measure, and write down the price. You owe us nothing for that.",
    "You decide": `Say yes, and you get a day. Routine work is best booked ${figures.bookAhead} ahead.`,
  },
  emergency: {
    "You call": "We ask three things: is anyone hurt, are wires down, what is the tree on.",
    "A crew arrives": `Within ${responseTimes.arrival}.`,
    "We make it safe": `The ${responseTimes.action}. The rest is done within ${responseTimes.fullService}.`,
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
