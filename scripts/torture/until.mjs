/** Waiting for something to become true. */
import { setTimeout as delay } from "node:timers/promises";
import { Refusal } from "../lifetime.mjs";

/** How often it is looked at, in milliseconds. */
const INTERVAL = 100;

/**
 * @param {string} what for people: what did not happen
 * @param {number} seconds how long to wait at most
 * @param {() => Promise<boolean> | boolean} isTrue
 */
export async function until(what, seconds, isTrue) {
  const limit = Date.now() + seconds * 1000;
  while (!(await isTrue())) {
    if (Date.now() > limit) throw new Refusal(`Waited ${seconds} s in vain: ${what}.`);
    await delay(INTERVAL);
  }
}
