import { business } from "../../../content/business";
import { firstName, founders } from "../../../content/founders";
import { responseTimes } from "../../../content/promises";
import type { Points, SectionHead } from "../../../content/sections";
import { figures } from "../../../content/statistics";

/** Who calls back. */
const caller = founders.map(firstName).join(" or ");

/** An emergency: the call stands before everything else. */
export const emergency: SectionHead = {
  heading: "Call now.",
  text: `Do not wait for us to read this. Somebody answers at every hour, and a crew is there within ${responseTimes.arrival}.`,
};

/** Where the visitor of an emergency cannot call. */
export const cannotCall = `You can’t talk right now? ${caller} calls you from`;

/** Goes on with the number, and with the end of the time that is promised. */
export const whoCalls = `${caller} calls you from`;

/** Above the summary of what was sent. */
export const summaryHeading = "What you sent";

/** What happens next, by how urgent the request is. */
export const steps: { heading: string; routine: Points; emergency: Points } = {
  heading: "What happens next",
  routine: {
    "We call you": "Two or three questions about the tree, and a time that suits you.",
    "We look at it":
      "We stand under the tree with you, measure, and write down the price. You owe us nothing for that.",
    "You decide": `Say yes, and you get a day. Routine work is best booked ${figures.bookAhead} ahead.`,
  },
  emergency: {
    "You call": "We ask three things: is anyone hurt, are wires down, what is the tree on.",
    "A crew arrives": `Within ${responseTimes.arrival}. Until then, keep everyone out from under it and away from wires.`,
    "We make it safe": `The ${responseTimes.action}. The rest is done within ${responseTimes.fullService}.`,
  },
};

/** The company as a contact for the phone. */
export const card = {
  heading: "Know who is calling",
  text: "With our number saved, your phone says who it is.",
  label: "Save our number",
  file: "/contact-card.vcf",
  download: `${business.name}.vcf`,
};

/** What to do if the request says too little, or the tree does more. */
export const changed: SectionHead = {
  heading: "Something changed?",
  text: `A digit is wrong, or the tree leans further: call. The office is open ${business.hours.display}. After hours we answer too.`,
};

/** Leads back to the form. */
export const anotherRequest = "Send another request";
