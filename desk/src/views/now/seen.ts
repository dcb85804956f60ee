import { idsIn, storedText, storeText, useStoredText } from "../../data/stored-text.ts";
import type { Appointment } from "../../rules/appointments.ts";

// The changes of appointments that the person of this phone has seen.

const NAME = "seen-changes";

/** The most changes that are stored. Older ones are of days that are over. */
const MAX_CHANGES = 500;

/** Returns the name of an appointment's latest change. */
export const changeOf = ({ id, changes }: Appointment): string => `${id}/${changes}`;

/** Stores that the latest change of an appointment was seen. */
export const storeSeen = (appointment: Appointment) =>
  storeText(
    NAME,
    [...idsIn(storedText(NAME)), changeOf(appointment)].slice(-MAX_CHANGES).join(" "),
  );

/** Returns the changes that were seen. */
export const useSeen = () => idsIn(useStoredText(NAME));
