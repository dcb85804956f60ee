import type { Stop } from "../../rules/appointments.ts";
import { hoursInWords } from "../../words/time.ts";

/** Describes where a crew is: "Eli is at Robin Alder’s, Decatur, 9 to 10." */
function stopInWords({ lead: { name, town, address }, appointment }: Stop): string {
  const { crew, from, to } = appointment;
  const facts = [`${crew} is at ${name}’s`, town ?? address, hoursInWords(from, to)];
  return `${facts.filter(Boolean).join(", ")}.`;
}

/** Returns where a crew is during some hours, at other customers than the lead; empty if it is free. */
export function clashInWords(
  stops: readonly Stop[],
  lead: string,
  crew: string,
  [from, to]: [Date, Date],
): string {
  const normalized = (name: string | null) => name?.trim().toLowerCase();
  const clashes = stops.filter(
    ({ lead: { id }, appointment }) =>
      appointment.ended === null &&
      id !== lead &&
      crew.trim() !== "" &&
      normalized(appointment.crew) === normalized(crew) &&
      Date.parse(appointment.from) < to.getTime() &&
      Date.parse(appointment.to) > from.getTime(),
  );
  return clashes.map(stopInWords).join(" ");
}
