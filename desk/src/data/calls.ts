import { useSyncExternalStore } from "react";
import { createListeners } from "../api/listeners.ts";
import { storageKey } from "../api/session.ts";
import { phoneStorage } from "../api/storage.ts";

// The calls without a recorded outcome. They are stored: a phone may close the page while the dialer is open.

const KEY = storageKey("calls");

let calls: readonly string[] = JSON.parse(phoneStorage.get(KEY) ?? "[]");
const { announce, subscribe } = createListeners();

function replaceCall(lead: string, added: string[]) {
  calls = [...calls.filter((id) => id !== lead), ...added];
  phoneStorage.set(KEY, JSON.stringify(calls));
  announce();
}

/** Starts a call to a lead. Nothing is recorded yet. */
export const startCall = (lead: string) => replaceCall(lead, [lead]);

/** Ends a call: its outcome is known, or it was not made. */
export const endCall = (lead: string) => replaceCall(lead, []);

/** Returns the ids of the called leads, latest call last. */
export const useOpenCalls = () => useSyncExternalStore(subscribe, () => calls);
