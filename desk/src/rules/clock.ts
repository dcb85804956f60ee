import { hours, timeZone } from "../../../company.json";

// The desk shows all times in the company's time zone, wherever the phone is. A "day" is a date such as
// "2026-11-23" in that zone; a "clock" is a time of day such as "08:00".

export type Time = string | number | Date;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const wallFormat = new Intl.DateTimeFormat("en-US", {
  timeZone,
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
});

/** Returns the company's local time as a datetime-local field has it: "2026-11-23T18:05". */
export function toField(time: Time): string {
  const parts = wallFormat.formatToParts(new Date(time)).map(({ type, value }) => [type, value]);
  const { year, month, day, hour, minute } = Object.fromEntries(parts);
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/**
 * Returns the time of a datetime-local field in the company's zone; undefined if the field is empty. A time that
 * the clocks skip is an hour later.
 */
export function fromField(text: string): Date | undefined {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // The first offset is of about that time, the second of that time: they differ if the clocks change
  // in between.
  const guess = asUtc - offsetAt(asUtc);
  const time = asUtc - offsetAt(guess);
  return new Date(toField(time) === text ? time : guess);
}

const offsetAt = (time: number) =>
  Date.parse(`${toField(time)}Z`) - Math.floor(time / MINUTE_MS) * MINUTE_MS;

/** Returns the company's date at a time. */
export const dayOf = (time: Time): string => toField(time).slice(0, 10);

/** Returns the date some days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the time at which the company's clock shows a time of a day. */
export function timeOn(day: string, clock: string): Date {
  const time = fromField(`${day}T${clock}`);
  if (!time) throw new RangeError(`Not a time: ${day} ${clock}`);
  return time;
}

/** Returns how many midnights of the company lie between two times. */
export const daysBetween = (from: Time, to: Time): number =>
  Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / DAY_MS);

const WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Returns the day itself if the company is open, else the next day on which it is. */
export function openDay(day: string): string {
  const weekday = (new Date(day).getUTCDay() + 6) % WEEK.length;
  const isOpen = WEEK.indexOf(hours.from) <= weekday && weekday <= WEEK.indexOf(hours.to);
  return isOpen ? day : openDay(addDays(day, 1));
}

/** Returns the time at which the company opens on a day, or on the next day on which it does. */
export const openingOn = (day: string): Date =>
  timeOn(openDay(day), `${String(hours.opens).padStart(2, "0")}:00`);

/** Returns the company's next opening that is at least two hours away. */
export function nextMorning(now: Time): Date {
  const from = inTwoHours(now);
  const opening = openingOn(dayOf(from));
  return opening < from ? openingOn(addDays(dayOf(from), 1)) : opening;
}

export const inTwoHours = (now: Time): Date => new Date(new Date(now).getTime() + 2 * HOUR_MS);

/** Returns the same time of day in three days, or on the next day after that on which the company is open. */
export const inThreeDays = (now: Time): Date =>
  timeOn(openDay(addDays(dayOf(now), 3)), toField(now).slice(11));
