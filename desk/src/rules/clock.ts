import { timeZone } from "../../../company.json";

// Every time of the desk is the company's, wherever the phone is. "day" is a date such as "2026-11-23"
// on the company's calendar, "clock" a time of that day such as "08:00".

type Time = string | number | Date;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const wallFormat = new Intl.DateTimeFormat("en-US", {
  timeZone,
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
});

/** What calendar and clock of the company show: "2026-11-23T18:05", as a datetime-local field has it. */
export function toField(time: Time): string {
  const parts = wallFormat.formatToParts(new Date(time)).map(({ type, value }) => [type, value]);
  const { year, month, day, hour, minute } = Object.fromEntries(parts);
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/** The moment at which the company's clock shows that; undefined where the field is empty. */
export function fromField(text: string): Date | undefined {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // How far the clock is from UTC, at about that time and then at that time: the two differ where the
  // clocks change in between.
  const guess = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(guess));
}

const offsetAt = (time: number) =>
  Date.parse(`${toField(time)}Z`) - Math.floor(time / 60_000) * 60_000;

/** The day that it is where the company is. */
export const dayOf = (time: Time): string => toField(time).slice(0, 10);

/** A day some days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** A time of a day. */
export function timeOn(day: string, clock: string): Date {
  const time = fromField(`${day}T${clock}`);
  if (!time) throw new RangeError(`No time: ${day} ${clock}`);
  return time;
}

/** When somebody at the company sits down to call. */
export const tomorrowAtEight = (now: Time): Date => timeOn(addDays(dayOf(now), 1), "08:00");

export const inTwoHours = (now: Time): Date => new Date(new Date(now).getTime() + 2 * HOUR_MS);

export const inThreeDays = (now: Time): Date => new Date(new Date(now).getTime() + 3 * DAY_MS);

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat("en-US", { timeZone, ...options });
  return (time: Time) => formatter.format(new Date(time));
};

const date = { month: "short", day: "numeric" } as const;
const clock = { hour: "numeric", minute: "2-digit" } as const;

/** A time as people say it: "Sun, Nov 22, 3:42 PM". */
export const timeInWords = format({ weekday: "short", ...date, ...clock });

/** A day as a logbook has it: "Sunday, Nov 22". */
export const dayInWords = format({ weekday: "long", ...date });

/** A time of the day: "3:42 PM". */
export const clockInWords = format(clock);

/** A time of the coming days: "Mon 3:42 PM". */
export const weekdayInWords = format({ weekday: "short", ...clock });

/** A date: "Nov 22". */
export const dateInWords = format(date);

/** A time beside today: "3:42 PM", "tomorrow 8:00 AM", "Thu 8:00 AM", "Nov 30, 8:00 AM". */
export function momentInWords(time: Time, now: Time = Date.now()): string {
  const days = daysBetween(now, time);
  const at = clockInWords(time);
  if (days === 0) return at;
  if (days === 1) return `tomorrow ${at}`;
  if (days === -1) return `yesterday ${at}`;
  return days > 1 && days < 7 ? weekdayInWords(time) : `${dateInWords(time)}, ${at}`;
}

/** How many midnights of the company lie between two times. */
export const daysBetween = (from: Time, to: Time): number =>
  Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / DAY_MS);
