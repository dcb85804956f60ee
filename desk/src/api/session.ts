import { createListeners } from "./listeners.ts";
import { request, type Session } from "./server.ts";
import { phoneStorage } from "./storage.ts";

// The session in this browser. Scripts cannot read the cookie, so only a request shows whether it is valid.

const PERSON_KEY = "desk:person";

/** The email address of the last person who signed in here, if that person has not signed out. */
export let person = phoneStorage.get(PERSON_KEY);

/** Returns the key under which this phone stores data of that person. */
export const storageKey = (name: string) => `desk:${person}:${name}`;

let isValid = person !== null;
let isSigningOut = false;

/** Returns whether the session is valid, as far as this page knows. */
export const isSignedIn = () => isValid;

const { announce, subscribe } = createListeners();

/** Calls the listener when the session begins or ends. Returns a function that unsubscribes it. */
export const onSessionChange = subscribe;

/** The storage key of the view that was open when a person's session ended. */
const lastViewKey = (email: string | null) => `desk:${email}:place`;

/** Ends the session that the server rejected. Unsent changes stay on the phone for the same person. */
export function endSession() {
  if (isSigningOut) return;
  isValid = false;
  if (location.hash) phoneStorage.set(lastViewKey(person), location.hash);
  announce();
}

// Another tab signed out, or signed in another person: the data in this tab is no longer this person's.
addEventListener("storage", ({ key, newValue }) => {
  if (key === PERSON_KEY && newValue !== person) location.reload();
});

/** Ends the session at the server. Responses that arrive from now on are not stored on this phone. */
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
export const removePerson = () => phoneStorage.remove(PERSON_KEY);

/** Opens the desk of the signed-in person, at the view where their last session ended. */
export function beginSession({ email }: Session) {
  phoneStorage.set(PERSON_KEY, email);
  // The link's token must not stay in the address bar.
  const isLink = location.hash.startsWith("#sign-in");
  const view = isLink ? (phoneStorage.get(lastViewKey(email)) ?? "") : location.hash;
  phoneStorage.remove(lastViewKey(email));
  history.replaceState(null, "", `${location.pathname}${view}`);
  // The desk on this page may be another person's.
  if (person !== null) return location.reload();
  person = email;
  isValid = true;
  announce();
}
