/**
 * Process groups. Each program that a script starts leads its own group: the whole group is stopped
 * (npm does not pass signals on), and Ctrl-C in the terminal reaches only the script, which decides the
 * order. execa's `cleanup` does not stop groups, and stops nothing after `kill -9` of the script.
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { atEnd } from "./process-lifecycle.ts";

/** The time that a group has to end before it is killed, and the interval of the checks. */
const KILL_TIMEOUT_MS = 30_000;
const INTERVAL_MS = 20;

/** The process id of a group's leader; undefined if the program could not be started. */
type Leader = number | undefined;

let watchdog: ChildProcess | undefined;

/**
 * Ends a process group with a signal when the script ends, even if the script is killed. Returns a
 * function to call when the group has ended.
 */
export function guardGroup(pid: Leader, signal: NodeJS.Signals) {
  if (!pid) return () => {};
  watchdog ??= startWatchdog();
  watchdog.stdin?.write(`${pid} ${signal}\n`);
  const release = atEnd(() => endGroup(pid, signal));
  return () => {
    release();
    watchdog?.stdin?.write(`${pid}\n`);
  };
}

function startWatchdog() {
  const started = spawn(process.execPath, [path.join(import.meta.dirname, "watchdog.ts")], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  started.unref();
  // The script does not wait for the watchdog.
  (started.stdin as Socket).on("error", () => {}).unref();
  return started;
}

/** Ends a process group with a signal, and waits until it has ended. */
export async function endGroup(pid: Leader, signal: NodeJS.Signals) {
  const limit = Date.now() + KILL_TIMEOUT_MS;
  for (let lives = signalGroup(pid, signal); lives; lives = signalGroup(pid, 0)) {
    if (Date.now() > limit) return void signalGroup(pid, "SIGKILL");
    await delay(INTERVAL_MS);
  }
}

/** Sends a signal to a process group. Returns whether the group exists. */
export function signalGroup(pid: Leader, signal: NodeJS.Signals | 0) {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}
