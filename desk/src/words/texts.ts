import { phone, reviewSources, shortName } from "../../../company.json";
import { appointments, subject, texts, why } from "../../texts.json";
import { currentTime } from "../api/clock.ts";
import type { Lead } from "../api/server.ts";
import type { Appointment } from "../rules/appointments.ts";
import { timeInWords } from "./time.ts";

export interface Message {
  name: string;
  subject: string;
  text: string;
}

const [reviews] = reviewSources as readonly { href: string }[];

/** The words that fill a text. One that is undefined is missing. */
type Words = Record<string, string | undefined>;

function wordsFor({ name }: Lead): Words {
  const [first = ""] = name.split(" ");
  return {
    // The name may be a phone number.
    first: /\p{L}/u.test(first) ? first : "there",
    company: shortName,
    phone,
  };
}

const fill = (text: string, words: Words) =>
  text.replace(/\{(\w+)\}/g, (all, word) => words[word] ?? all);

const isFilled = (text: string) => !/\{\w+\}/.test(text);

/**
 * Returns the company's texts (desk/texts.json), filled in for a lead. A text with a day needs a visit that is
 * ahead. The text that asks for a review needs an order, and a page where customers review the company.
 */
export function preparedTexts(lead: Lead, page = reviews?.href): Message[] {
  const { visitAt, status } = lead;
  const isAhead = visitAt !== null && Date.parse(visitAt) > currentTime();
  const words = {
    ...wordsFor(lead),
    day: isAhead ? timeInWords(visitAt) : undefined,
    review: status === "won" ? page : undefined,
  };
  return texts
    .map(({ name, text }) => ({ name, subject: fill(subject, words), text: fill(text, words) }))
    .filter(({ text }) => isFilled(text));
}

export const reviewText = (lead: Lead, page = reviews?.href): Message | undefined =>
  preparedTexts(lead, page).find(({ text }) => page !== undefined && text.includes(page));

/**
 * Returns the company's text that tells a lead of an appointment: that it is set, moved, or called off. A sentence
 * with the link to the customer's page is left out while there is no link.
 */
export function tellingText(lead: Lead, appointment: Appointment, link?: string): Message {
  const { from, was, told, ended } = appointment;
  // Who was not told of an earlier time is told of this one alone.
  const isMoved = told && was && appointment.why;
  const name = ended === "called-off" ? "Called off" : isMoved ? "Moved" : "Set";
  const words = {
    ...wordsFor(lead),
    day: timeInWords(from),
    was: was ? timeInWords(was) : undefined,
    why: appointment.why ? why[appointment.why] : undefined,
    link,
  };
  const sentences = appointments[name].split(/(?<=[.!?]) /).map((text) => fill(text, words));
  return { name, subject: fill(subject, words), text: sentences.filter(isFilled).join(" ") };
}
