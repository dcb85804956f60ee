import type { Lead } from "../../api/server.ts";
import type { Stop } from "../../rules/appointments.ts";
import { hoursInWords } from "../../words/time.ts";

interface Plan {
  lead: Lead;
  /** who goes, as it was typed; nobody yet if it is blank */
  crew: string;
  from: Date;
  to: Date;
}

const normalized = (crew: string | null) => crew?.trim().toLowerCase();

/** Returns the open stops of a crew at other customers during the hours of a plan. */
export const clashesWith = (stops: readonly Stop[], { lead, crew, from, to }: Plan): Stop[] =>
  stops.filter(
    ({ lead: other, appointment }) =>
      appointment.ended === null &&
      other.id !== lead.id &&
      crew.trim() !== "" &&
      normalized(appointment.crew) === normalized(crew) &&
      Date.parse(appointment.from) < to.getTime() &&
      Date.parse(appointment.to) > from.getTime(),
  );

/** Describes where a crew is: "Eli is at Robin Alder’s, Decatur, 9 to 10." */
export function clashInWords({ lead: { name, town, address }, appointment }: Stop): string {
  const { crew, from, to } = appointment;
  const facts = [`${crew} is at ${name}’s`, town ?? address, hoursInWords(from, to)];
  return `${facts.filter(Boolean).join(", ")}.`;
}
