import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { Session } from "./server.ts";

// What this browser knows of its session. The cookie itself is out of reach of scripts: whether it is
// still good shows when the server is asked.

/** Prefix of what the desk keeps in local storage. All of it goes at sign-out. */
export const STORAGE_PREFIX = "desk:";
const PERSON = `${STORAGE_PREFIX}person`;

/** The address of the person whose leads this phone keeps, if there is one. */
export const person = localStorage.getItem(PERSON);

let isSignedIn = person !== null;
const listeners = new Set<() => void>();

/** Whether the session is good, as far as is known. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isSignedIn,
  );
}

// TanStack Query pauses queries and changes while "offline". Signed out is as good as that: what is
// unsent waits for the next sign-in, in its order.
onlineManager.setEventListener((setOnline) => {
  const update = () => setOnline(navigator.onLine && isSignedIn);
  update();
  addEventListener("online", update);
  addEventListener("offline", update);
  listeners.add(update);
  return () => {
    removeEventListener("online", update);
    removeEventListener("offline", update);
    listeners.delete(update);
  };
});

/** The server no longer knows the session. What is on the phone stays, for the same person. */
export function endSession() {
  isSignedIn = false;
  for (const listener of listeners) listener();
}

/** Opens the desk of the person who has signed in, without the link's token in the address. */
export function beginSession({ email }: Session) {
  localStorage.setItem(PERSON, email);
  history.replaceState(null, "", location.pathname);
  location.reload();
}
