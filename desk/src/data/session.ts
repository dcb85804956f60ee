import type { Session } from "./server.ts";

// What this browser knows of its session. The cookie itself is out of reach of scripts: whether it is
// still good shows when the server is asked.

const PERSON = "desk:person";

/** The address of the person who signed in here last, and has not signed out. */
export const person = localStorage.getItem(PERSON);

/** Begins the names of what is kept on this phone for that person. */
export const STORAGE_PREFIX = `desk:${person}:`;

let isGood = person !== null;
const listeners = new Set<() => void>();

/** Whether the session is good, as far as is known. */
export const isSignedIn = () => isGood;

/** Calls back when the session ends. Answers what stops that. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server no longer knows the session. What is on the phone stays, for the same person. */
export function endSession() {
  isGood = false;
  for (const listener of listeners) listener();
}

/** Forgets who it was. */
export function forgetPerson() {
  localStorage.removeItem(PERSON);
}

/** Opens the desk of the person who has signed in, without the link's token in the address. */
export function beginSession({ email }: Session) {
  localStorage.setItem(PERSON, email);
  history.replaceState(null, "", location.pathname);
  location.reload();
}
