import { useSyncExternalStore } from "react";
import { createListeners } from "../api/listeners.ts";
import { STORAGE_PREFIX } from "../api/session.ts";

/** A text that the server does not have yet. */
interface Draft {
  text: string;
}

const keyOf = (name: string) => `${STORAGE_PREFIX}draft:${name}`;

const { announce, subscribe } = createListeners();

/** Stores a draft. It is called for each key stroke: a reload or an empty battery loses nothing. */
export function storeDraft<Stored extends Draft>(name: string, draft: Stored) {
  localStorage.setItem(keyOf(name), JSON.stringify(draft));
  announce();
}

const stored = (name: string) => localStorage.getItem(keyOf(name)) ?? "null";

/** Returns a stored draft. */
export const readDraft = <Stored extends Draft>(name: string): Stored | undefined =>
  JSON.parse(stored(name)) ?? undefined;

/** Returns the text of the note that a person has begun to write about a lead. */
export const useNoteDraft = (lead: string): string =>
  (JSON.parse(useSyncExternalStore(subscribe, () => stored(lead))) as Draft | null)?.text ?? "";

/** Returns the texts of all drafts. */
export const draftTexts = (): string[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(keyOf("")))
    .map((key) => (JSON.parse(localStorage.getItem(key) ?? "{}") as Draft).text);

/** Removes a draft, once the server has its text. */
export function removeDraft(name: string) {
  localStorage.removeItem(keyOf(name));
  announce();
}
