import { idsIn, storedText, storeText, useStoredText } from "./stored-text.ts";

// The calls without a recorded outcome. They are stored: a phone may close the page while the dialer is open.

const NAME = "calls";

function replaceCall(lead: string, added: string[]) {
  const others = idsIn(storedText(NAME)).filter((id) => id !== lead);
  storeText(NAME, [...others, ...added].join(" "));
}

/** Starts a call to a lead. Nothing is recorded yet. */
export const startCall = (lead: string) => replaceCall(lead, [lead]);

/** Ends a call: its outcome is known, or it was not made. */
export const endCall = (lead: string) => replaceCall(lead, []);

/** Returns the ids of the called leads, latest call last. */
export const useOpenCalls = () => idsIn(useStoredText(NAME));
