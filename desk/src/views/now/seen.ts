import { useSyncExternalStore } from "react";
import { createListeners } from "../../api/listeners.ts";
import { storageKey } from "../../api/session.ts";
import { phoneStorage } from "../../api/storage.ts";
import type { Appointment } from "../../rules/appointments.ts";

// The changes of appointments that the person of this phone has seen.

const KEY = storageKey("seen-changes");

/** The most changes that are stored. Older ones are of days that are over. */
const MAX_CHANGES = 500;

let seen: readonly string[] = JSON.parse(phoneStorage.get(KEY) ?? "[]");
const { announce, subscribe } = createListeners();

/** Returns the name of an appointment's latest change. */
export const changeOf = ({ id, changes }: Appointment): string => `${id}/${changes}`;

/** Stores that the latest change of an appointment was seen. */
export function storeSeen(appointment: Appointment) {
  seen = [...seen, changeOf(appointment)].slice(-MAX_CHANGES);
  phoneStorage.set(KEY, JSON.stringify(seen));
  announce();
}

/** Returns the changes that were seen. */
export const useSeen = () => useSyncExternalStore(subscribe, () => seen);
