import { timeZone } from "../../../company.json";
import { currentTime } from "../api/clock.ts";
import {
  DAY_MS,
  dayOf,
  daysBetween,
  HOUR_MS,
  MINUTE_MS,
  type Time,
  timeOn,
} from "../rules/clock.ts";

/** Returns a function that formats a time. A date of another year than now has its year. */
const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat("en-US", { timeZone, ...options });
  const withYear = new Intl.DateTimeFormat("en-US", { timeZone, ...options, year: "numeric" });
  const yearOf = (time: Time) => dayOf(time).slice(0, 4);
  return (time: Time, now: Time = currentTime()) => {
    const isOtherYear = options.month !== undefined && yearOf(time) !== yearOf(now);
    return (isOtherYear ? withYear : formatter).format(new Date(time));
  };
};

const date = { month: "short", day: "numeric" } as const;
const clock = { hour: "numeric", minute: "2-digit" } as const;

/** Formats a time: "Sun, Nov 22, 3:42 PM". */
export const timeInWords = format({ weekday: "short", ...date, ...clock });

/** Formats a day: "Sunday, Nov 22". */
export const dayInWords = format({ weekday: "long", ...date });

/** Formats a time of day: "3:42 PM". */
export const clockInWords = format(clock);

/** Formats a time in this week: "Mon 3:42 PM". */
export const weekdayTimeInWords = format({ weekday: "short", ...clock });

/** Formats a day relative to today: "Yesterday", "Today", "Tomorrow", "Sunday, Nov 22". */
export const relativeDayInWords = (time: Time, now: Time): string =>
  ["Yesterday", "Today", "Tomorrow"][daysBetween(now, time) + 1] ?? dayInWords(time, now);

const weekdayInWords = format({ weekday: "long" });

/** Formats a date: "Nov 22". */
export const dateInWords = format(date);

/** Formats a time relative to today: "3:42 PM", "tomorrow 8:00 AM", "Thu 8:00 AM", "Nov 30, 8:00 AM". */
export function momentInWords(time: Time, now: Time = currentTime()): string {
  const days = daysBetween(now, time);
  const at = clockInWords(time);
  if (days === 0) return at;
  if (days === 1) return `tomorrow ${at}`;
  if (days === -1) return `yesterday ${at}`;
  return days > 1 && days < 7 ? weekdayTimeInWords(time) : `${dateInWords(time, now)}, ${at}`;
}

/** Formats the morning of a time: "this morning", "tomorrow morning", "Monday morning". */
export function morningInWords(time: Time, now: Time): string {
  const day = ["this", "tomorrow"][daysBetween(now, time)] ?? weekdayInWords(time);
  return `${day} morning`;
}

/** Formats a date that has no time of day: "Nov 16". */
export const mondayInWords = (day: string) => dateInWords(timeOn(day, "12:00"));

function durationInWords(ms: number): string {
  if (ms < MINUTE_MS) return "now";
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / DAY_MS)} days`;
}

/** Formats the time since a time: "4 min", "now". */
export const ageInWords = (time: string, now: number) => durationInWords(now - Date.parse(time));

/** Formats the time until or since a time: "40 min left", "3 h late". */
export function distanceInWords(time: number, now: number): string {
  const duration = durationInWords(Math.abs(time - now));
  return `${duration === "now" ? "a minute" : duration} ${time > now ? "left" : "late"}`;
}

export const shortWeekdayInWords = format({ weekday: "short" });

/** Formats a day of today or later: "Today", "Tomorrow", "Fri", "Dec 3". */
export function nearDayInWords(time: Time, now: Time): string {
  const days = daysBetween(now, time);
  return ["Today", "Tomorrow"][days] ?? (days < 7 ? shortWeekdayInWords : dateInWords)(time, now);
}

/** Formats an hour of a working day: "9", "1:30". */
export const hourInWords = (time: Time): string => clockInWords(time).replace(/:00|\s?[AP]M/g, "");

/** Formats the hours of an appointment: "9 to 10". */
export const hoursInWords = (from: Time, to: Time) => `${hourInWords(from)} to ${hourInWords(to)}`;

/** Formats an offered time: "Today 4:10", "Tomorrow 9", "Fri 1", "Dec 3 at 8". */
export const offerInWords = (time: Time, now: Time): string =>
  `${nearDayInWords(time, now)} ${daysBetween(now, time) < 7 ? "" : "at "}${hourInWords(time)}`;
