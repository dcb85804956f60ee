import { useSyncExternalStore } from "react";
import { createListeners } from "../api/listeners.ts";

/** How often what is said of the present time is looked at again. */
const TICK_MS = 10_000;

let now = Date.now();
const { announce, subscribe } = createListeners();

function tick() {
  now = Date.now();
  announce();
}

setInterval(() => document.visibilityState === "visible" && tick(), TICK_MS);
document.addEventListener("visibilitychange", tick);

/** What is said of the present time: the component is rendered again when that changes. */
export function useNow<T extends string | number | boolean>(said: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => said(now));
}
