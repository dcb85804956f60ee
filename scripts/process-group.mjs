/**
 * Process groups. Each program that a script starts leads one: it ends as a whole (npm does not pass
 * signals on), and Ctrl-C in the terminal reaches the script alone, which decides what stops first.
 * execa's own `cleanup` ends neither a group nor, after `kill -9` of the script, anything at all.
 */
import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { atEnd } from "./process-lifecycle.mjs";

/** How long a group may take to end before it is killed, and how often it is looked at. */
const KILL_TIMEOUT_MS = 30_000;
const INTERVAL_MS = 20;

/** @type {import("node:child_process").ChildProcess | undefined} */
let watchdog;

/**
 * Has a process group ended when the script ends, whichever way. Returns a function that says that
 * the group is gone.
 *
 * @param {number} pid its leader
 * @param {NodeJS.Signals} signal the one that ends it in good order
 */
export function guardGroup(pid, signal) {
  watchdog ??= startWatchdog();
  watchdog.stdin?.write(`${pid} ${signal}\n`);
  const release = atEnd(() => endGroup(pid, signal));
  return () => {
    release();
    watchdog?.stdin?.write(`${pid}\n`);
  };
}

function startWatchdog() {
  const script = fileURLToPath(new URL("./watchdog.mjs", import.meta.url));
  const started = spawn(process.execPath, [script], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  started.unref();
  // The script need not wait for it.
  /** @type {import("node:net").Socket} */ (started.stdin).on("error", () => {}).unref();
  return started;
}

/**
 * Ends a process group and waits until it is gone.
 *
 * @param {number} pid its leader
 * @param {NodeJS.Signals} signal
 */
export async function endGroup(pid, signal) {
  const limit = Date.now() + KILL_TIMEOUT_MS;
  for (let lives = signalGroup(pid, signal); lives; lives = signalGroup(pid, 0)) {
    if (Date.now() > limit) return void signalGroup(pid, "SIGKILL");
    await delay(INTERVAL_MS);
  }
}

/**
 * Sends a signal to a process group. Answers whether there is one.
 *
 * @param {number} pid its leader
 * @param {NodeJS.Signals | 0} signal
 */
export function signalGroup(pid, signal) {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
