import { hours } from "../../../company.json";
import {
  addDays,
  dayOf,
  HOUR_MS,
  hourOn,
  MINUTE_MS,
  openDay,
  openingOn,
  toField,
} from "./clock.ts";

// The times that the desk offers. All of them are on days when the company is open.

/** The times when a visit or work begins, in hours after opening. */
export const OFFERED_HOURS = { estimate: [1, 3, 5, 7], work: [0, 2, 5] };

/** Returns when an appointment ends if nobody says: a visit after an hour, work an hour before the company closes. */
export function endOfHours(from: Date, purpose: keyof typeof OFFERED_HOURS): Date {
  const inAnHour = from.getTime() + HOUR_MS;
  if (purpose === "estimate") return new Date(inAnHour);
  return new Date(Math.max(inAnHour, hourOn(dayOf(from), hours.closes - 1).getTime()));
}

const OFFERED_DAYS = 5;

/** Returns the next days on which the company is open, including today. */
function openDays(now: number, count: number): string[] {
  const days = [openDay(dayOf(now))];
  while (days.length < count) days.push(openDay(addDays(days.at(-1) ?? "", 1)));
  return days;
}

/** Returns the next days with the times that can be agreed on each day. `after` is in hours after opening. */
export function agreedTimes(now: number, after: readonly number[]): [day: string, Date[]][] {
  const offered = after.map((count) => hours.opens + count).filter((hour) => hour < hours.closes);
  return openDays(now, OFFERED_DAYS + 1)
    .map((day): [string, Date[]] => [
      day,
      offered.map((hour) => hourOn(day, hour)).filter((time) => time.getTime() > now),
    ])
    .filter(([, times]) => times.length > 0)
    .slice(0, OFFERED_DAYS);
}

function isOpen(time: Date): boolean {
  const day = dayOf(time);
  const hour = Number(toField(time).slice(11, 13));
  return openDay(day) === day && hours.opens <= hour && hour < hours.closes;
}

/** Returns times when a lead may come back: in two hours if the company is open, its openings, in a week. */
export function returnTimes(now: number, isEmergency = false): Date[] {
  const soon = isEmergency ? [10, 30].map((minutes) => new Date(now + minutes * MINUTE_MS)) : [];
  const inTwoHours = new Date(now + 2 * HOUR_MS);
  const openings = openDays(now, OFFERED_DAYS).map(openingOn);
  const inAWeek = openingOn(addDays(dayOf(now), 7));
  return [
    ...soon,
    ...(isOpen(inTwoHours) ? [inTwoHours] : []),
    ...openings.filter((time) => time.getTime() > now && time < inAWeek),
    inAWeek,
  ].sort((one, other) => one.getTime() - other.getTime());
}
