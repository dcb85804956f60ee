import { useSyncExternalStore } from "react";
import { createListeners } from "../api/listeners.ts";
import { storageKey } from "../api/session.ts";
import { phoneStorage } from "../api/storage.ts";

// Texts that this phone stores for the signed-in person, by name. The browser's tabs share them.

const { announce, subscribe } = createListeners();

// Another tab changed a text.
addEventListener("storage", announce);

/** The name of the text that is there while photos wait to be sent (unsent-photos.ts, which is loaded then). */
export const PHOTOS_WAIT = "photos-wait";

/** Stores a text. Removes an empty one. */
export function storeText(name: string, text: string) {
  if (text) phoneStorage.set(storageKey(name), text);
  else phoneStorage.remove(storageKey(name));
  announce();
}

/** Returns a text. It is empty if there is none. */
export const storedText = (name: string): string => phoneStorage.get(storageKey(name)) ?? "";

/** Returns a text, and renders again when it changes. */
export const useStoredText = (name: string): string =>
  useSyncExternalStore(subscribe, () => storedText(name));

/** Returns the ids in a text. Anything else in it, such as what an earlier version stored, separates them. */
export const idsIn = (text: string): string[] => text.match(/[\w/-]+/g) ?? [];
