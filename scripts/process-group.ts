/**
 * Process groups. Each program that a script starts leads one: it ends as a whole (npm does not pass
 * signals on), and Ctrl-C in the terminal reaches the script alone, which decides what stops first.
 * execa's own `cleanup` ends neither a group nor, after `kill -9` of the script, anything at all.
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { atEnd } from "./process-lifecycle.ts";

/** How long a group may take to end before it is killed, and how often it is looked at. */
const KILL_TIMEOUT_MS = 30_000;
const INTERVAL_MS = 20;

/** A group's leader; none when the program could not be started. */
type Leader = number | undefined;

let watchdog: ChildProcess | undefined;

/**
 * Has a process group ended, by a signal, when the script ends, whichever way. Returns a function that
 * says that the group is gone.
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
  // The script need not wait for it.
  (started.stdin as Socket).on("error", () => {}).unref();
  return started;
}

/** Ends a process group by a signal and waits until it is gone. */
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
