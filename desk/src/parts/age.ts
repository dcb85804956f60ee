import { useSyncExternalStore } from "react";
import { replyWithinHours } from "../../../company.json";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long a customer waits at most: what the site promises. */
const PROMISE_MS = replyWithinHours * HOUR_MS;

/** How near an unanswered lead is to the end of the promise. */
export type Urgency = "calm" | "soon" | "late";

export function urgencyAt(createdAt: string, now: number): Urgency {
  const age = now - Date.parse(createdAt);
  if (age >= PROMISE_MS) return "late";
  return age >= PROMISE_MS / 2 ? "soon" : "calm";
}

/** "4 min": a figure, and its unit. */
export function ageAt(createdAt: string, now: number): { figure: string; unit: string } {
  const age = Math.max(0, now - Date.parse(createdAt));
  if (age < MINUTE_MS) return { figure: "now", unit: "" };
  if (age < HOUR_MS) return { figure: String(Math.floor(age / MINUTE_MS)), unit: "min" };
  if (age < 2 * DAY_MS) return { figure: String(Math.floor(age / HOUR_MS)), unit: "h" };
  return { figure: String(Math.floor(age / DAY_MS)), unit: "days" };
}

/** What an unanswered lead was promised, in words. */
export function promiseAt(createdAt: string, now: number): string {
  const left = Date.parse(createdAt) + PROMISE_MS - now;
  const { figure, unit } = ageAt(new Date(now - Math.abs(left)).toISOString(), now);
  const duration = unit ? `${figure} ${unit}` : "a minute";
  return left > 0
    ? `Answer promised within ${duration}`
    : `The promised answer is ${duration} late`;
}

/** How often ages are looked at again. */
const TICK_MS = 10_000;

let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (listeners.size === 1) {
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
    document.addEventListener("visibilitychange", tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", tick);
  };
}

/** What is said of the present time: the component is rendered again when that changes. */
export function useNow<T extends string>(said: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => said(now));
}

/** A time as people say it: "Sun, Nov 22, 3:42 PM". */
export function timeInWords(time: string): string {
  return new Date(time).toLocaleString("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
}

/** A day that has no time, such as a Monday: "Nov 16". */
export function mondayInWords(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString("en-US", {
    timeZone: "UTC",
    month: "short",
    day: "numeric",
  });
}

/** A day as a logbook has it: "Sunday, Nov 22". */
export function dayInWords(now: number): string {
  return new Date(now).toLocaleDateString("en-US", {
    weekday: "long",
    month: "short",
    day: "numeric",
  });
}
