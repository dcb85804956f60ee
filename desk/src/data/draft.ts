import { STORAGE_PREFIX } from "../api/session.ts";

/** A text that the server does not have yet. */
interface Draft {
  text: string;
}

/** The draft of a note. Its name is the lead's id. */
export interface NoteDraft extends Draft {
  /** the note when the person started to type */
  seen: string;
}

const keyOf = (name: string) => `${STORAGE_PREFIX}draft:${name}`;

/** Stores a draft. It is called for each key stroke: a reload or an empty battery loses nothing. */
export const storeDraft = (name: string, draft: Draft) =>
  localStorage.setItem(keyOf(name), JSON.stringify(draft));

/** Returns a stored draft. */
export const readDraft = <Stored extends Draft>(name: string): Stored | undefined =>
  JSON.parse(localStorage.getItem(keyOf(name)) ?? "null") ?? undefined;

/** Returns the texts of all drafts. */
export const draftTexts = (): string[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(keyOf("")))
    .map((key) => (JSON.parse(localStorage.getItem(key) ?? "{}") as Draft).text);

/** Removes a draft, once the server has its text. */
export const removeDraft = (name: string) => localStorage.removeItem(keyOf(name));
