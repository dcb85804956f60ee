import { hours, timeZone } from "../../../company.json";

// The desk shows all times in the company's time zone, wherever the phone is. A "day" is a date such as
// "2026-11-23" in that zone; a "clock" is a time of day such as "08:00".

export type Time = string | number | Date;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

// Swedish writes a time as a datetime-local field does, but for a space. Formatting to parts takes several times as long.
const wallFormat = new Intl.DateTimeFormat("sv-SE", {
  timeZone,
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
});

/** Returns the company's local time in the format of a datetime-local field: "2026-11-23T18:05". */
export const toField = (time: Time): string => wallFormat.format(new Date(time)).replace(" ", "T");

/**
 * Parses a datetime-local field in the company's time zone. Returns undefined if the field is empty or its year
 * is incomplete. A time that the clocks skip becomes an hour later.
 */
export function fromField(text: string): Date | undefined {
  const asUtc = Date.parse(`${text}Z`);
  // An incomplete year is a small number: 0020.
  if (Number.isNaN(asUtc) || text < "2000") return undefined;
  // The two offsets differ if the clocks change between the two times.
  const guess = asUtc - offsetAt(asUtc);
  const time = asUtc - offsetAt(guess);
  return new Date(toField(time) === text ? time : guess);
}

const offsetAt = (time: number) =>
  Date.parse(`${toField(time)}Z`) - Math.floor(time / MINUTE_MS) * MINUTE_MS;

/** Returns the company's date at a time. */
export const dayOf = (time: Time): string => toField(time).slice(0, 10);

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the time at which the company's clock shows a clock time on a day. */
export function timeOn(day: string, clock: string): Date {
  const time = fromField(`${day}T${clock}`);
  if (!time) throw new RangeError(`Not a time: ${day} ${clock}`);
  return time;
}

/** Returns the number of midnights between two times, in the company's time zone. */
export const daysBetween = (from: Time, to: Time): number =>
  Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / DAY_MS);

const WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Returns the day itself if the company is open on it, otherwise the next open day. */
export function openDay(day: string): string {
  const weekday = (new Date(day).getUTCDay() + 6) % WEEK.length;
  const isOpen = WEEK.indexOf(hours.from) <= weekday && weekday <= WEEK.indexOf(hours.to);
  return isOpen ? day : openDay(addDays(day, 1));
}

export const hourOn = (day: string, hour: number): Date =>
  timeOn(day, `${String(hour).padStart(2, "0")}:00`);

/** Returns the time at which the company opens on a day, or on the next open day. */
export const openingOn = (day: string): Date => hourOn(openDay(day), hours.opens);

export function nextOpening(now: Time): Date {
  const opening = openingOn(dayOf(now));
  return opening > new Date(now) ? opening : openingOn(addDays(dayOf(now), 1));
}

/** Returns the opening a number of days later, or on the next open day after that. */
export const openingInDays = (now: Time, days: number): Date =>
  openingOn(addDays(dayOf(now), days));

/** A day and its opening hours, in the format that the fold takes. */
export interface Day {
  begins: string;
  opens: string | null;
  closes: string | null;
}

/** Returns the days from one time to another, and a number of further days. */
export function daysFrom(from: Time, to: Time, more: number): Day[] {
  const last = addDays(dayOf(to), more);
  const days: Day[] = [];
  for (let day = dayOf(from); day <= last; day = addDays(day, 1)) {
    const isOpen = openDay(day) === day;
    days.push({
      begins: timeOn(day, "00:00").toISOString(),
      opens: isOpen ? openingOn(day).toISOString() : null,
      closes: isOpen ? hourOn(day, hours.closes).toISOString() : null,
    });
  }
  return days;
}
