import { STORAGE_PREFIX } from "../api/session.ts";

/** What is being written, or what the server does not have yet. */
interface Draft {
  text: string;
}

/** A note, by the id of its lead. */
export interface NoteDraft extends Draft {
  /** the note as it was when the writing began */
  seen: string;
}

const keyOf = (about: string) => `${STORAGE_PREFIX}draft:${about}`;

/** Keeps a text with every key that is pressed: a reload, or a phone that dies, loses none of it. */
export function keepDraft(about: string, draft: Draft) {
  localStorage.setItem(keyOf(about), JSON.stringify(draft));
}

export function readDraft<Kept extends Draft>(about: string): Kept | undefined {
  return JSON.parse(localStorage.getItem(keyOf(about)) ?? "null") ?? undefined;
}

/** The texts that are kept. */
export const allDrafts = (): string[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(keyOf("")))
    .map((key) => (JSON.parse(localStorage.getItem(key) ?? "{}") as Draft).text);

/** Removes a draft, once the server has its text. */
export const removeDraft = (about: string) => localStorage.removeItem(keyOf(about));
