import type { Lead } from "../api/server.ts";
import { groupBy } from "./next.ts";

/** A time at which the company is at the customer's. */
export type Appointment = Lead["appointments"][number];

/** A lead's appointment, as a stop of a crew's day. */
export interface Stop {
  lead: Lead;
  appointment: Appointment;
  /** who goes there now, if the crew no longer does */
  goes?: string;
}

export const byTime = (one: Stop, other: Stop) =>
  Date.parse(one.appointment.from) - Date.parse(other.appointment.from);

/** Returns all appointments of leads, the earliest first. */
export const stopsOf = (leads: readonly Lead[]): Stop[] =>
  leads
    .flatMap((lead) => lead.appointments.map((appointment) => ({ lead, appointment })))
    .sort(byTime);

/** Returns whether an appointment has ended, or its hours are over. */
export const isOver = ({ ended, to }: Appointment, now: number): boolean =>
  ended !== null || Date.parse(to) <= now;

/** Returns whether a customer must still be told of an appointment ahead, or that it was called off. */
export function isToTell(appointment: Appointment, now: number): boolean {
  const { from, ended, changes, told, answer } = appointment;
  const isAhead = Date.parse(from) > now;
  const isNews = ended === null || (ended === "called-off" && changes > 0);
  return isAhead && isNews && told?.changes !== changes && answer !== "agreed";
}

/** Returns the stops of each crew, in their order. The name of no crew is empty. */
export const crewsOf = (stops: readonly Stop[]): Map<string, Stop[]> =>
  groupBy(stops, ({ appointment }) => appointment.crew ?? "");
