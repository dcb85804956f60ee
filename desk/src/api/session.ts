import { createListeners } from "./listeners.ts";
import { request, type Session } from "./server.ts";

// The session in this browser. Scripts cannot read the cookie: only a request shows whether it is valid.

const PERSON_KEY = "desk:person";

/** The e-mail address of the person who signed in here last and has not signed out. */
export const person = localStorage.getItem(PERSON_KEY);

/** The prefix of the names under which this phone stores that person's data. */
export const STORAGE_PREFIX = `desk:${person}:`;

let isValid = person !== null;
let isSigningOut = false;

/** Returns whether the session is valid, as far as is known. */
export const isSignedIn = () => isValid;

const { announce, subscribe } = createListeners();

/** Calls the listener when the session ends. Returns a function that unsubscribes it. */
export const onSessionEnd = subscribe;

/** The key of the view that a person saw when their session ended. */
const lastViewKey = (email: string | null) => `desk:${email}:place`;

/** Ends the session that the server rejected. Unsent changes stay on the phone for the same person. */
export function endSession() {
  if (isSigningOut) return;
  isValid = false;
  if (location.hash) localStorage.setItem(lastViewKey(person), location.hash);
  announce();
}

// Another tab signed in another person, or signed out: what this tab shows is no longer this person's.
addEventListener("storage", ({ key, newValue }) => {
  if (key === PERSON_KEY && newValue !== person) location.reload();
});

/** Ends the session at the server. From here on, a response that arrives is not stored on this phone. */
export async function signOut(everywhere: boolean): Promise<void> {
  isSigningOut = true;
  try {
    await request("delete", "/session", { query: { everywhere } });
  } catch (error) {
    isSigningOut = false;
    throw error;
  }
}

/** Returns whether the server's data may be stored on this phone. */
export const mayStore = () => isValid && !isSigningOut;

/** Removes the person's address from this phone. */
export const removePerson = () => localStorage.removeItem(PERSON_KEY);

/** Opens the desk of the person who signed in, at the view where their last session ended. */
export function beginSession({ email }: Session) {
  localStorage.setItem(PERSON_KEY, email);
  // The link's token must not stay in the address bar.
  const isLink = location.hash.startsWith("#sign-in");
  const view = isLink ? (localStorage.getItem(lastViewKey(email)) ?? "") : location.hash;
  localStorage.removeItem(lastViewKey(email));
  history.replaceState(null, "", `${location.pathname}${view}`);
  location.reload();
}
