import { useSyncExternalStore } from "react";
import { currentTime } from "../api/clock.ts";
import { createListeners } from "../api/listeners.ts";

const TICK_MS = 10_000;

let now = currentTime();
const { announce, subscribe } = createListeners();

function tick() {
  now = currentTime();
  announce();
}

setInterval(() => document.visibilityState === "visible" && tick(), TICK_MS);
document.addEventListener("visibilitychange", tick);

/** Returns a value that depends on the current time, and renders again when the value changes. */
export function useNow<T extends string | number | boolean>(select: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => select(now));
}
