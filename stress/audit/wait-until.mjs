/** Polls a condition. */
import { setTimeout as delay } from "node:timers/promises";
import { UserError } from "../../scripts/process-lifecycle.mjs";

/** How often it is looked at, in milliseconds. */
const INTERVAL = 100;

/**
 * @param {string} what for people: what did not happen
 * @param {number} seconds how long to wait at most
 * @param {() => Promise<boolean> | boolean} isTrue
 */
export async function waitUntil(what, seconds, isTrue) {
  const limit = Date.now() + seconds * 1000;
  while (!(await isTrue())) {
    if (Date.now() > limit) throw new UserError(`Waited ${seconds} s in vain: ${what}.`);
    await delay(INTERVAL);
  }
}
