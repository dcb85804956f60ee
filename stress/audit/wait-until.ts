/** Polls a condition. */
import { setTimeout as delay } from "node:timers/promises";
import { UserError } from "../../scripts/process-lifecycle.ts";

/** The interval between checks, in milliseconds. */
const INTERVAL = 100;

/**
 * @param what for people: what did not happen
 * @param seconds how long to wait at most
 */
export async function waitUntil(
  what: string,
  seconds: number,
  isTrue: () => Promise<boolean> | boolean,
) {
  const limit = Date.now() + seconds * 1000;
  while (!(await isTrue())) {
    if (Date.now() > limit) throw new UserError(`Waited ${seconds} s in vain: ${what}.`);
    await delay(INTERVAL);
  }
}
