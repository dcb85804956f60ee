import { useSyncExternalStore } from "react";
import { createListeners } from "../api/listeners.ts";
import { STORAGE_PREFIX } from "../api/session.ts";
import { leadLink } from "../words/links.ts";

// Who was called from this phone, until somebody says what became of it. It is kept: while the dialler is
// open, a phone may end the page.

const KEY = `${STORAGE_PREFIX}calls`;

/** Leads, the one that was called last at the end. */
let calls: readonly string[] = JSON.parse(localStorage.getItem(KEY) ?? "[]");
const { announce, subscribe } = createListeners();

function keep(ids: readonly string[]) {
  calls = ids;
  localStorage.setItem(KEY, JSON.stringify(ids));
  announce();
}

/** A call has begun. Nothing is recorded yet. */
export const beginCall = (lead: string) => keep([...calls.filter((id) => id !== lead), lead]);

/** It is known what became of the call, or there was none. */
export const endCall = (lead: string) => keep(calls.filter((id) => id !== lead));

/** The leads that were called, the last one last. */
export const useCalls = () => useSyncExternalStore(subscribe, () => calls);

/** Goes to the lead that was called last when the dialler closes and the page shows again. */
export function followCalls() {
  document.addEventListener("visibilitychange", () => {
    const called = calls.at(-1);
    if (called && document.visibilityState === "visible") location.hash = leadLink(called);
  });
}
