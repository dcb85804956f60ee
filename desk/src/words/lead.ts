import { replyWithinHours } from "../../../company.json";
import type { Lead } from "../api/server.ts";
import { person } from "../api/session.ts";
import { dayOf } from "../rules/clock.ts";
import { lateTime } from "../rules/next.ts";
import { clockInWords, distanceInWords, momentInWords } from "./time.ts";

/** A person's name as colleagues use it: the part of the e-mail address before the @. */
export const nameOf = (email: string) => capitalized(email.split("@")[0] ?? "");

/** Who has a lead: "You have it". */
export function takenInWords({ takenBy }: Lead): string | undefined {
  if (takenBy === null) return undefined;
  return takenBy === person ? "You have it" : `${nameOf(takenBy)} has it`;
}

/** The words with a capital letter, to start a sentence. */
export const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** "called twice, last at 4:10 PM". */
export function callsInWords({ calls }: Lead, now: number): string | undefined {
  const last = calls.at(-1);
  if (last === undefined) return undefined;
  const at = dayOf(last) === dayOf(now) ? `at ${clockInWords(last)}` : momentInWords(last, now);
  if (calls.length === 1) return `called once, ${at}`;
  return `called ${calls.length === 2 ? "twice" : `${calls.length} times`}, last ${at}`;
}

/** "1 photograph", "3 photographs". */
export const counted = (count: number, thing: string) =>
  `${count} ${thing}${count === 1 ? "" : "s"}`;

/** "One change", "3 changes": to start a sentence. */
export const countedAtStart = (count: number, thing: string) =>
  count === 1 ? `One ${thing}` : counted(count, thing);

/** A badge's number. */
export const badge = (count: number) => (count > 99 ? "99+" : count);

/** What was promised, or when the lead comes back. */
export function nextInWords(lead: Lead, now: number): string {
  const { status, emergency, nextAt, visitAt } = lead;
  if (status === "spam") return "Spam";
  if (nextAt === null) return "Nothing more to do";
  if (Date.parse(nextAt) > now) {
    const visit = status === "won" ? "The work" : "Visit";
    return `${visitAt === nextAt ? visit : "Comes back"} ${momentInWords(nextAt, now)}`;
  }
  if (status !== "new") return `Due since ${momentInWords(nextAt, now)}`;
  const promise = emergency ? "1–2 hours" : `${replyWithinHours} hours`;
  return `Promised within ${promise}: ${distanceInWords(lateTime(lead), now)}`;
}

/** "$1,850". */
export const amountInWords = (dollars: number) => `$${dollars.toLocaleString("en-US")}`;

/** Why a job was lost. */
export const LOST_REASONS = {
  price: "The price",
  late: "We were too late",
  elsewhere: "Went elsewhere",
  "not-ours": "Not our work",
} as const;
