import { STORAGE_PREFIX } from "./session.ts";

/** A note that is being written, or that the server does not have yet. */
export interface Draft {
  text: string;
  /** the note as it was when the writing began */
  seen: string;
}

const keyOf = (leadId: string) => `${STORAGE_PREFIX}draft:${leadId}`;

/** Keeps a text with every key that is pressed: a reload, or a phone that dies, loses none of it. */
export function keepDraft(leadId: string, draft: Draft) {
  localStorage.setItem(keyOf(leadId), JSON.stringify(draft));
}

export function readDraft(leadId: string): Draft | undefined {
  const kept = localStorage.getItem(keyOf(leadId));
  return kept === null ? undefined : (JSON.parse(kept) as Draft);
}

export function removeDraft(leadId: string) {
  localStorage.removeItem(keyOf(leadId));
}
