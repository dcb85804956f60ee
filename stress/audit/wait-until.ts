/** Polls a condition. */
import { setTimeout as delay } from "node:timers/promises";
import { UserError } from "../../scripts/process-lifecycle.ts";

/** The interval between checks, in milliseconds. */
const INTERVAL = 100;

/**
 * @param what the condition in words, for the error message
 * @param seconds the timeout
 */
export async function waitUntil(
  what: string,
  seconds: number,
  isTrue: () => Promise<boolean> | boolean,
) {
  const limit = Date.now() + seconds * 1000;
  while (!(await isTrue())) {
    if (Date.now() > limit) throw new UserError(`Timed out after ${seconds} s: ${what}.`);
    await delay(INTERVAL);
  }
}
