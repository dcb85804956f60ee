import type { Appointment } from "../rules/appointments.ts";
import { daysBetween } from "../rules/clock.ts";
import { nameOf } from "./lead.ts";
import {
  clockInWords,
  dateInWords,
  hourInWords,
  momentInWords,
  shortWeekdayInWords,
  timeInWords,
} from "./time.ts";

export const PURPOSES = { estimate: "Visit", work: "Work" };
export const ENDS = { done: "Done", "called-off": "Called off", "nobody-there": "Nobody there" };

const REASONS = { rain: "rain", customer: "the customer asked", crew: "our crew" };
const MEANS = { call: "on the phone", text: "by text", mail: "by email" };

/** Describes an appointment: "Work, Fri, Nov 27, 8:00 AM to 5:00 PM, Eli". */
export const appointmentInWords = ({ purpose, from, to, crew }: Appointment): string =>
  [PURPOSES[purpose], `${timeInWords(from)} to ${clockInWords(to)}`, crew]
    .filter(Boolean)
    .join(", ");

/** Describes what has changed since an appointment was set: "Called off", "Moved: was Thu 9, rain". */
export function changeInWords({ ended, from, was, why }: Appointment): string | undefined {
  if (ended === "called-off") return "Called off";
  if (was === null) return undefined;
  const day = Math.abs(daysBetween(was, from)) < 7 ? shortWeekdayInWords(was) : dateInWords(was);
  return `Moved: was ${[`${day} ${hourInWords(was)}`, why && REASONS[why]].filter(Boolean).join(", ")}`;
}

/** Describes what the customer knows of an appointment as it is: "They agreed", "Not told yet". */
export function toldInWords({ told, changes, answer }: Appointment): string {
  if (answer !== null) return answer === "agreed" ? "They agreed" : "They want a call";
  if (told === null || told.changes !== changes) return "Not told yet";
  return `Told ${MEANS[told.how]} by ${nameOf(told.who)}, ${momentInWords(told.at)}`;
}
