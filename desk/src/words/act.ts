import { currentTime } from "../api/clock.ts";
import type { Act, Lead } from "../api/server.ts";
import { totalOf } from "../rules/estimate.ts";
import { amountInWords } from "./amount.ts";
import { LOST_REASONS } from "./lead.ts";
import { momentInWords, timeInWords } from "./time.ts";

/** The words for the acts whose details need none. */
const WORDS = {
  noted: "Note",
  texted: "Texted",
  wrote: "Wrote an email",
  "visit-called-off": "Visit called off",
  agreed: "The customer agreed to the time",
  looked: "The customer looked at the estimate",
  "call-wanted": "The customer wants a call about the time",
  done: "Done",
  entered: "Entered from a call",
  released: "A customer",
  spam: "Spam",
  "link-revoked": "The customer’s link revoked",
  undone: "Undone",
  read: "Opened",
  "photo-added": "Photo added",
  "photo-removed": "Photo removed",
  "mail-sent-again": "Email sent again",
  "webhook-sent-again": "Webhook sent again",
  "data-downloaded": "Personal data downloaded",
  other: "An event of a newer desk",
} satisfies Partial<Record<Act["kind"], string>>;

export const PURPOSES = { estimate: "Visit", work: "Work" };
export const REASONS = { customer: "the customer asked", rain: "rain", crew: "our crew" };
export const ENDS = {
  done: "Been there",
  "called-off": "Called off",
  "nobody-there": "Nobody there",
};
export const MEANS = { call: "by phone", text: "by text", mail: "by email" };

/** Describes an event in the log: "Quoted $1,850", "Called, nobody answered". */
export function actInWords(act: Act): string {
  switch (act.kind) {
    case "called":
      return act.reached ? "Reached" : "Called, nobody answered";
    case "appointed":
      return [PURPOSES[act.purpose], timeInWords(act.from), act.crew].filter(Boolean).join(", ");
    case "moved":
      return ["Moved", timeInWords(act.from), act.crew, REASONS[act.why]]
        .filter(Boolean)
        .join(", ");
    case "ended":
      return ENDS[act.how];
    case "told":
      return `Told ${MEANS[act.told]}`;
    case "visit-set":
      return ["Visit", timeInWords(act.visitAt), act.visitBy].filter(Boolean).join(", ");
    case "quoted":
      return withAmount("Quoted", act.amount);
    case "offered":
      return withAmount("Estimate", totalOf(act.lines));
    case "accepted":
      return `The customer accepted ${amountInWords(act.total)}, signed “${act.signed}”${withTime(act.day)}`;
    case "declined":
      return withText("The customer declined", act.text);
    case "asked":
      return withText("The customer asks about the estimate", act.text);
    case "won":
      return withAmount("Won", act.amount) + withTime(act.workAt);
    case "lost":
      return `Lost: ${lowered(LOST_REASONS[act.reason])}`;
    case "put-off":
      return `Put off until ${timeInWords(act.until)}`;
    case "taken":
      return act.mine ? "Taken" : "Given back";
    case "corrected": {
      const { name, phone, email, address, service } = act;
      const corrected = [name, phone, email === "" ? "no email" : email, address, service];
      return `Corrected: ${corrected.filter(Boolean).join(", ")}`;
    }
    case "sent-again":
      return `Sent again by the customer. Before:\n${act.before}`;
    default:
      return WORDS[act.kind] ?? WORDS.other;
  }
}

/** Describes an event with all of its words: a note's text. */
export const wordsOf = (act: Act): string => (act.kind === "noted" ? act.text : actInWords(act));

const lowered = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

const withAmount = (word: string, cents: number | null | undefined) =>
  typeof cents === "number" ? `${word} ${amountInWords(cents)}` : word;

const withTime = (time: string | null | undefined) => (time ? `, work ${timeInWords(time)}` : "");

const withText = (words: string, text: string | null | undefined) =>
  text ? `${words}: “${text}”` : words;

/** Describes an act, and when the lead comes back: "Robin Alder: quoted $1,850. Again Thu 8:00 AM." */
export function toastInWords(act: Act, { name, nextAt, visitAt }: Lead): string {
  const words = act.kind === "noted" ? "note saved" : lowered(actInWords(act));
  const isMoved = !["noted", "taken", "corrected", "visit-set", "put-off"].includes(act.kind);
  const isAhead = nextAt !== null && Date.parse(nextAt) > currentTime();
  const isNext = isMoved && isAhead && nextAt !== visitAt;
  return `${name}: ${words}.${isNext ? ` Again ${momentInWords(nextAt)}.` : ""}`;
}
