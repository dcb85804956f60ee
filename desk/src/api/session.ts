import { createListeners } from "./listeners.ts";
import type { Session } from "./server.ts";

// What this browser knows of its session. The cookie itself is out of reach of scripts: whether it is
// still good shows when the server is asked.

const PERSON = "desk:person";

/** The address of the person who signed in here last, and has not signed out. */
export const person = localStorage.getItem(PERSON);

/** Begins the names of what is kept on this phone for that person. */
export const STORAGE_PREFIX = `desk:${person}:`;

let isGood = person !== null;

/** Whether the session is good, as far as is known. */
export const isSignedIn = () => isGood;

const { announce, subscribe } = createListeners();

/** Calls back when the session ends. Answers what stops that. */
export const onSessionChange = subscribe;

/** Where a person was when the session ended. */
const placeOf = (email: string | null) => `desk:${email}:place`;

let isSigningOut = false;

/**
 * The server no longer knows the session. What is unsent stays on the phone, for the same person; unless
 * that is what they asked for.
 */
export function endSession() {
  if (isSigningOut) return;
  isGood = false;
  if (location.hash) localStorage.setItem(placeOf(person), location.hash);
  announce();
}

// Another tab has signed in somebody else, or signed out: what is kept here is another person's.
addEventListener("storage", ({ key, newValue }) => {
  if (key === PERSON && newValue !== person) location.reload();
});

/** Ends the session at the server. From here on, an answer that was under way is not kept on this phone. */
export async function signOut(ask: () => Promise<unknown>): Promise<void> {
  isSigningOut = true;
  try {
    await ask();
  } catch (error) {
    isSigningOut = false;
    throw error;
  }
}

/** Whether what the server answers may be kept on this phone. */
export const mayKeep = () => isGood && !isSigningOut;

/** Forgets who it was. */
export function forgetPerson() {
  localStorage.removeItem(PERSON);
}

/** Opens the desk of the person who has signed in, where they were before. */
export function beginSession({ email }: Session) {
  localStorage.setItem(PERSON, email);
  // The token of a link does not stay in the address.
  const isLink = location.hash.startsWith("#sign-in");
  const place = isLink ? (localStorage.getItem(placeOf(email)) ?? "") : location.hash;
  localStorage.removeItem(placeOf(email));
  history.replaceState(null, "", `${location.pathname}${place}`);
  location.reload();
}
