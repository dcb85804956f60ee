import { phone, reviewSources, shortName } from "../../../company.json";
import { appointments, estimate, reasons, subject, texts } from "../../texts.json";
import { currentTime } from "../api/clock.ts";
import type { Lead } from "../api/server.ts";
import type { Appointment } from "../rules/appointments.ts";
import { amountInWords } from "./amount.ts";
import { timeInWords } from "./time.ts";

export interface Message {
  name: string;
  subject: string;
  text: string;
  /** the id of the appointment of which it tells */
  appointment?: string;
}

const [reviews] = reviewSources as readonly { href: string }[];

type Words = Record<string, string | undefined>;

/** Returns a text for a lead with its words filled in. A word that is missing keeps its braces. */
function fill(text: string, { name, link }: Lead, words: Words = {}): string {
  const [first = ""] = name.split(" ");
  const known: Words = {
    // The name may be a phone number.
    first: /\p{L}/u.test(first) ? first : "there",
    company: shortName,
    phone,
    // A caller's request has a link once it is sent.
    link: link || undefined,
    ...words,
  };
  return text.replace(/\{(\w+)\}/g, (all, word) => known[word] ?? all);
}

const isFilled = (text: string) => !/\{\w+\}/.test(text);

/**
 * Returns the company's texts (desk/texts.json), filled in for a lead. The amount of an unknown estimate is typed; the
 * text about an estimate that the customer can read has its link. A text with a day needs an appointment that is ahead.
 * The text that asks for a review needs an order, and a page where customers review the company.
 */
export function preparedTexts(lead: Lead, page = reviews?.href): Message[] {
  const { status, quoted } = lead;
  const next = lead.appointments.find(
    ({ ended, from }) => !ended && Date.parse(from) > currentTime(),
  );
  const words = {
    amount: quoted === null ? "$" : amountInWords(quoted),
    day: next && timeInWords(next.from),
    review: status === "won" ? page : undefined,
  };
  return texts
    .map(({ name, text }) => ({
      name,
      subject: fill(subject, lead),
      text: fill(lead.estimate && text.includes("{amount}") ? estimate : text, lead, words),
      appointment: text.includes("{day}") ? next?.id : undefined,
    }))
    .filter(({ text }) => isFilled(text));
}

/** Returns the text with the link to a lead's estimate, if there is a link. */
export const estimateText = (lead: Lead): Message | undefined =>
  preparedTexts(lead).find(({ text }) => text === fill(estimate, lead));

export const reviewText = (lead: Lead, page = reviews?.href): Message | undefined =>
  preparedTexts(lead, page).find(({ text }) => page !== undefined && text.includes(page));

/**
 * Returns the text that tells a lead that an appointment is set, moved, or called off. A sentence with the link to the
 * customer's page is left out if there is none.
 */
export function tellingText(lead: Lead, appointment: Appointment): Message {
  const { from, was, why, told, ended, changes } = appointment;
  const before = was ? timeInWords(was) : undefined;
  const isCalledOff = ended === "called-off";
  // Who was not told of the move before it was called off still expects the earlier time.
  const isBefore = isCalledOff && told && told.changes < changes - 1;
  const day = (isBefore && before) || timeInWords(from);
  // Who was never told of an earlier time is told of this one alone.
  const isMoved = told && before && before !== day && why;
  const sentences =
    appointments[isCalledOff ? ended : isMoved ? "moved" : "set"].split(/(?<=[.!?]) /);
  const words = { day, was: before, why: why ? reasons[why] : undefined };
  const filled = sentences.map((sentence) => fill(sentence, lead, words)).filter(isFilled);
  const text = filled.join(" ");
  return { name: lead.name, subject: fill(subject, lead), text, appointment: appointment.id };
}
