import { useSyncExternalStore } from "react";
import { createListeners } from "../api/listeners.ts";
import { storageKey } from "../api/session.ts";
import { phoneStorage } from "../api/storage.ts";

// The texts that a person is typing, by name. The draft of a lead's note has the lead's id as its name.

const PREFIX = storageKey("draft:");

/** The draft name of the form that enters a caller. */
export const CALLER = "caller";

const { announce, subscribe } = createListeners();

// Another tab changed a draft.
addEventListener("storage", announce);

/** Stores a draft at each keystroke, so that a reload or an empty battery loses nothing. Removes empty ones. */
export function storeDraft(name: string, text: string) {
  if (text) phoneStorage.set(PREFIX + name, text);
  else phoneStorage.remove(PREFIX + name);
  announce();
}

/** Returns a draft. It is empty if there is none. */
export const draftOf = (name: string): string => phoneStorage.get(PREFIX + name) ?? "";

/** Returns a draft, and renders again when it changes. */
export const useDraft = (name: string): string =>
  useSyncExternalStore(subscribe, () => draftOf(name));

/** Returns whether this phone has a draft. */
export const hasDrafts = (): boolean => phoneStorage.keys().some((key) => key.startsWith(PREFIX));
