import { hours } from "../../../company.json";
import { type Appointment, crewsOf, type Stop } from "./appointments.ts";
import { addDays, dayOf, hourOn, openDay, timeOn, toField } from "./clock.ts";

/** From when to when a crew is at a customer's, in ms. */
export interface Hours {
  from: number;
  to: number;
}

const hoursOf = ({ from, to }: Appointment): Hours => ({
  from: Date.parse(from),
  to: Date.parse(to),
});

const hoursAt = (begin: Date, { from, to }: Hours): Hours => ({
  from: begin.getTime(),
  to: begin.getTime() + to - from,
});

/** Whether hours overlap none of those that are taken. */
const isFree = ({ from, to }: Hours, taken: readonly Hours[]) =>
  taken.every((other) => to <= other.from || other.to <= from);

const nextOpenDay = (day: string) => openDay(addDays(day, 1));

/** Returns the first free hours of the same length from a day on. What is longer than a day of work begins its day. */
function nextFree(hoursBefore: Hours, taken: readonly Hours[], day: string): Hours {
  const closing = hourOn(day, hours.closes).getTime();
  for (let hour = hours.opens; hour < hours.closes; hour += 1) {
    const offered = hoursAt(hourOn(day, hour), hoursBefore);
    const fits = offered.to <= closing || hour === hours.opens;
    if (fits && isFree(offered, taken)) return offered;
  }
  return nextFree(hoursBefore, taken, nextOpenDay(day));
}

/**
 * Proposes new hours for each chosen stop, by the id of its appointment: the same hours of the next day on which the
 * company is open, or else the next hours of that day or later in which the crew is free.
 *
 * @param stops all stops, which take their crew's hours unless they are chosen or have ended
 */
export function freeHours(chosen: readonly Stop[], stops: readonly Stop[], now: number) {
  const ids = new Set(chosen.map(({ appointment }) => appointment.id));
  const staying = stops.filter(({ appointment: { id, ended } }) => !ended && !ids.has(id));
  const takenBy = crewsOf(staying);
  const proposed = new Map<string, Hours>();
  for (const [crew, moving] of crewsOf(chosen)) {
    const taken = (takenBy.get(crew) ?? []).map(({ appointment }) => hoursOf(appointment));
    const take = (id: string, found: Hours) => {
      taken.push(found);
      proposed.set(id, found);
    };
    const nextDay = ({ from }: Appointment) => nextOpenDay(dayOf(Math.max(Date.parse(from), now)));
    // The same hour of each comes first: who only finds another hour must not take it.
    for (const { appointment } of moving) {
      const clock = toField(appointment.from).slice(11);
      const same = hoursAt(timeOn(nextDay(appointment), clock), hoursOf(appointment));
      if (isFree(same, taken)) take(appointment.id, same);
    }
    for (const { appointment } of moving.filter((stop) => !proposed.has(stop.appointment.id))) {
      take(appointment.id, nextFree(hoursOf(appointment), taken, nextDay(appointment)));
    }
  }
  return proposed;
}
