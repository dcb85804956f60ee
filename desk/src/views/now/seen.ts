import { idsIn, storedText, storeText, useStoredText } from "../../data/stored-text.ts";
import type { Stop } from "../../rules/appointments.ts";

// The changes of appointments that the person of this phone has seen.

const NAME = "seen-changes";

/** The most changes that are stored. Older ones are of days that are over. */
const MAX_CHANGES = 500;

/** Returns the name of a stop's latest change. */
export const changeOf = ({ appointment: { id, changes }, goes }: Stop): string =>
  `${id}/${changes}${goes ? `/${goes.replace(/\W/g, "_")}` : ""}`;

/** Stores that the latest change of a stop was seen. */
export const storeSeen = (stop: Stop) =>
  storeText(NAME, [...idsIn(storedText(NAME)), changeOf(stop)].slice(-MAX_CHANGES).join(" "));

/** Returns the changes that were seen. */
export const useSeen = () => idsIn(useStoredText(NAME));
