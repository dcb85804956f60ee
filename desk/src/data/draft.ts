import { randomUuid } from "browser/random-uuid.ts";
import { storageKey } from "../api/session.ts";
import { phoneStorage, tabStorage } from "../api/storage.ts";
import { storedText, storeText, useStoredText } from "./stored-text.ts";

// What a person is typing, by name. The draft of a lead's note has the lead's id as its name, which the names of
// the lead's forms begin with.

const PREFIX = "draft:";

const TAB_KEY = "desk:tab";
const tab = tabStorage.get(TAB_KEY) ?? randomUuid();
tabStorage.set(TAB_KEY, tab);

const CALLER = "caller";

/** The draft name of this tab's form that enters a caller. Two tabs may be about two callers. */
export const CALLER_OF_TAB = `${CALLER}-${tab}`;

/** Stores a draft at each keystroke, so that a reload or an empty battery loses nothing. Removes empty ones. */
export const storeDraft = (name: string, text: string) => storeText(PREFIX + name, text);

/** Returns a draft. It is empty if there is none. */
export const draftOf = (name: string): string => storedText(PREFIX + name);

/** Returns a draft, and renders again when it changes. */
export const useDraft = (name: string): string => useStoredText(PREFIX + name);

/**
 * Returns what a person has typed in a form, with the known values of the other fields; functions that change and
 * forget it; and the props of a field. A form that is closed or left keeps what was typed, as a note does.
 */
export function useForm<Values extends object>(name: string, known: Values) {
  const typed: Partial<Values> = JSON.parse(useDraft(name) || "{}");
  const type = (part: Partial<Values>) => {
    const fields = Object.entries({ ...typed, ...part });
    const isKnown = (field: string, value: unknown) =>
      JSON.stringify(value) === JSON.stringify(known[field as keyof Values]);
    const changed = fields.filter(([field, value]) => !isKnown(field, value));
    storeDraft(name, changed.length > 0 ? JSON.stringify(Object.fromEntries(changed)) : "");
  };
  const values = { ...known, ...typed };
  const field = <Name extends keyof Values>(field: Name) => ({
    onType: (text: string) => type({ [field]: text } as Partial<Values>),
    value: values[field],
  });
  return { values, type, field, forget: () => storeDraft(name, "") };
}

/** Returns the names of the drafts on this phone that begin with a text. */
const draftNames = (beginning: string): string[] =>
  phoneStorage
    .keys()
    .filter((key) => key.startsWith(storageKey(PREFIX + beginning)))
    .map((key) => key.slice(storageKey(PREFIX).length));

export const hasDrafts = (): boolean => draftNames("").length > 0;

/** Returns the draft names of all callers whom somebody began to enter. */
export const callerDrafts = (): string[] => draftNames(CALLER);

export function removeDrafts(lead: string) {
  for (const name of draftNames(lead)) storeDraft(name, "");
}
