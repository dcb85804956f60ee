import { useSyncExternalStore } from "react";
import { createListeners } from "../api/listeners.ts";

const TICK_MS = 10_000;

let now = Date.now();
const { announce, subscribe } = createListeners();

function tick() {
  now = Date.now();
  announce();
}

setInterval(() => document.visibilityState === "visible" && tick(), TICK_MS);
document.addEventListener("visibilitychange", tick);

/** Returns a value that depends on the current time, and renders again when the value changes. */
export function useNow<T extends string | number | boolean>(select: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => select(now));
}
