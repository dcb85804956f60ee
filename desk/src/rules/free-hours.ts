import { hours as opening } from "../../../company.json";
import type { Appointment, Stop } from "./appointments.ts";
import { addDays, dayOf, hourOn, openDay, timeOn, toField } from "./clock.ts";

interface Hours {
  crew: string | undefined;
  from: Date;
  to: Date;
}

const hoursOf = ({ crew, from, to }: Appointment): Hours => ({
  crew: crew?.trim().toLowerCase(),
  from: new Date(from),
  to: new Date(to),
});

/** Returns hours of the same crew and length that begin at another time. */
const startingAt = (from: Date, { crew, ...before }: Hours): Hours => ({
  crew,
  from,
  to: new Date(from.getTime() + before.to.getTime() - before.from.getTime()),
});

const isFree = ({ crew, from, to }: Hours, taken: readonly Hours[]) =>
  taken.every((other) => other.crew !== crew || to <= other.from || other.to <= from);

const nextOpenDay = (day: string) => openDay(addDays(day, 1));

/** Returns the first free hours from a day on. What takes longer than the company is open begins with its day. */
function nextFree(hours: Hours, taken: readonly Hours[], day = dayOf(hours.from)): Hours {
  for (let hour = opening.opens; hour < opening.closes; hour += 1) {
    const offered = startingAt(hourOn(day, hour), hours);
    const fits = offered.to <= hourOn(day, opening.closes) || hour === opening.opens;
    if (fits && isFree(offered, taken)) return offered;
  }
  return nextFree(hours, taken, nextOpenDay(day));
}

/**
 * Returns stops that cannot take place, with proposed hours: the same ones of the company's next day, or if the crew is
 * not free then, its next free ones.
 *
 * @param all all stops. Those that stay take their crew's hours
 */
export function freeHours(moving: readonly Stop[], all: readonly Stop[], now: number) {
  const staying = all.filter((stop) => !stop.appointment.ended && !moving.includes(stop));
  const taken = staying.map(({ appointment }) => hoursOf(appointment));
  const moved = moving.map((stop) => {
    const hours = hoursOf(stop.appointment);
    const day = nextOpenDay(dayOf(Math.max(hours.from.getTime(), now)));
    return { ...stop, hours: startingAt(timeOn(day, toField(hours.from).slice(11)), hours) };
  });
  // First those that keep their hours, so that no other stop gets them.
  for (const { hours } of moved) if (isFree(hours, taken)) taken.push(hours);
  for (const stop of moved.filter(({ hours }) => !taken.includes(hours))) {
    stop.hours = nextFree(stop.hours, taken);
    taken.push(stop.hours);
  }
  return moved;
}
