import { replyWithinHours } from "../../../company.json";
import type { Lead } from "../api/server.ts";
import { person } from "../api/session.ts";
import { dayOf } from "../rules/clock.ts";
import { isGoingCold, isWorkDone, openAppointment } from "../rules/next.ts";
import { amountInWords } from "./amount.ts";
import { clockInWords, dateInWords, distanceInWords, momentInWords } from "./time.ts";

/** Returns a person's name as colleagues use it: the part of the email address before the @. */
export const nameOf = (email: string) => capitalized(email.split("@")[0] ?? "");

/** Describes who has a lead: "You have it". */
export function takenInWords({ takenBy }: Lead): string | undefined {
  if (takenBy === null) return undefined;
  return takenBy === person ? "You have it" : `${nameOf(takenBy)} has it`;
}

/** Describes the visit or the work if it is a lead's next step, and who goes: "Visit, Ben". */
export function visitInWords(lead: Lead): string | undefined {
  const next = openAppointment(lead);
  if (!next || lead.nextAt !== lead.visitAt) return undefined;
  return [next.purpose === "work" ? "Work" : "Visit", next.crew].filter(Boolean).join(", ");
}

/** Describes a returning customer: "Ordered before: $9,125". */
export function orderedInWords({ orderedBefore }: Lead): string | undefined {
  if (orderedBefore === null) return undefined;
  return orderedBefore > 0 ? `Ordered before: ${amountInWords(orderedBefore)}` : "Ordered before";
}

/** Returns the newest of a lead's notes, which an empty line separates. */
export const newestNote = (note: string) => note.split("\n\n").at(-1);

/** Capitalizes the first letter, to start a sentence. */
export const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Describes the calls of a lead: "called twice, last at 4:10 PM". */
export function callsInWords({ calls }: Lead, now: number): string | undefined {
  const last = calls.at(-1);
  if (last === undefined) return undefined;
  const at = dayOf(last) === dayOf(now) ? `at ${clockInWords(last)}` : momentInWords(last, now);
  if (calls.length === 1) return `called once, ${at}`;
  return `called ${calls.length === 2 ? "twice" : `${calls.length} times`}, last ${at}`;
}

/** Formats a count: "1 photo", "3 photos". */
export const counted = (count: number, thing: string) =>
  `${count} ${thing}${count === 1 ? "" : "s"}`;

/** Formats a count to start a sentence: "One change", "3 changes". */
export const countedAtStart = (count: number, thing: string) =>
  count === 1 ? `One ${thing}` : counted(count, thing);

export const badge = (count: number) => (count > 99 ? "99+" : count);

const DECISIONS = {
  accepted: "Accepted",
  declined: "Declined",
  asked: "Asks about the estimate",
};

/** Describes what a customer answered to an estimate, until somebody acts on it: "Accepted $1,200.50". */
export function answerInWords({ estimate, nextAt, won }: Lead): string | undefined {
  if (!estimate?.waits || !estimate.decision || nextAt === null) return undefined;
  const amount = estimate.decision === "accepted" && won !== null && ` ${amountInWords(won)}`;
  return `${DECISIONS[estimate.decision]}${amount || ""}`;
}

/** Describes the promise to a new lead, or the time when the lead comes back. */
export function nextInWords(lead: Lead, now: number): string {
  const { status, emergency, nextAt, lateAt, visitAt } = lead;
  if (status === "spam") return "Spam";
  if (nextAt === null) return "Nothing more to do";
  if (answerInWords(lead)) return `They answered ${momentInWords(nextAt, now)}`;
  const isEstimate = openAppointment(lead)?.purpose === "estimate";
  const isWon = status === "won" && !isWorkDone(lead) && !isEstimate;
  if (Date.parse(nextAt) > now) {
    const visit = isWon ? "Work" : "Visit";
    const back = isWon && visitAt === null ? "No day yet: comes back" : "Comes back";
    return `${visitAt === nextAt ? visit : back} ${momentInWords(nextAt, now)}`;
  }
  if (isGoingCold(lead, now)) return `Going cold: quoted ${dateInWords(lead.quotedAt ?? "")}`;
  if (isWon && visitAt === null) return "No day yet";
  if (isWon) {
    const isToday = dayOf(visitAt ?? now) === dayOf(now);
    return isToday ? `Work since ${momentInWords(nextAt, now)}` : "Was it done?";
  }
  if (status !== "new" || lateAt === null) return `Due since ${momentInWords(nextAt, now)}`;
  const promise = emergency ? "1–2 hours" : `${replyWithinHours} hours`;
  return `Promised within ${promise}: ${distanceInWords(Date.parse(lateAt), now)}`;
}

/** The reasons why a job was lost. */
export const LOST_REASONS = {
  price: "The price",
  late: "We were too late",
  elsewhere: "Went elsewhere",
  "not-ours": "Not our work",
  "wrong-number": "Wrong number",
} as const;
