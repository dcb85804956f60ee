/**
 * Process lifecycle of a script: what it has started is stopped in reverse order when it ends, by
 * itself, by an error, or by SIGINT or SIGTERM.
 */
import { report } from "./progress.mjs";

/** An error that the user can act on: reported as its message, without a stack trace. */
export class UserError extends Error {}

/** How long a script outlives npm at most. */
const PARENT_CHECK_INTERVAL_MS = 500;

/** @type {(() => unknown)[]} */
const endings = [];
let ending = false;

/**
 * Registers a function that runs when the script ends. Returns a function that unregisters it.
 *
 * @param {() => unknown} stop
 */
export function atEnd(stop) {
  endings.push(stop);
  return () => {
    const place = endings.indexOf(stop);
    if (place >= 0) endings.splice(place, 1);
  };
}

/** Whether the script is ending: a child that exits now was told to. */
export function isEnding() {
  return ending;
}

/** @param {number} code */
async function end(code) {
  if (ending) return;
  ending = true;
  for (let stop = endings.pop(); stop; stop = endings.pop()) {
    try {
      await stop();
    } catch (error) {
      tell(error);
    }
  }
  process.exit(code);
}

/** @param {unknown} error */
function tell(error) {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (error instanceof UserError) report(`\n✗ ${error.message}`);
  else if (code === "ENOSPC") report(`\n✗ ${DISK_FULL}`);
  else report(`\n✗ ${error instanceof Error ? error.stack : String(error)}`);
}

/** How the programs that are run here say that there is no room left. */
export const DISK_FULL_SIGNS = /No space left on device|ENOSPC|Check free disk space/;

/** What to say when a write fails for want of room. */
export const DISK_FULL = "The disk is full: free a few gigabytes, then run the command again.";

/**
 * Runs a script's work and ends the process: with the code that the work answers (0 when it
 * answers none), with 1 when it fails, with 130 or 143 when it is interrupted. Work that lasts
 * until it is interrupted, as a server does, calls {@link untilInterrupted}.
 *
 * @param {() => Promise<number | void>} work
 * @param {(() => void)} [onFailure] has the last word after a failure
 */
export async function main(work, onFailure) {
  for (const [signal, code] of /** @type {const} */ ([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ])) {
    process.on(signal, () => interrupt(code));
  }
  stopWithNpm();
  try {
    await end((await work()) ?? 0);
  } catch (error) {
    if (ending) return;
    tell(error);
    onFailure?.();
    await end(1);
  }
}

/** @type {(() => void) | undefined} */
let interrupted;

/** @param {number} code what the process ends with, unless its work waits for the interruption */
function interrupt(code) {
  if (interrupted) interrupted();
  else void end(code);
}

/** npm does not pass SIGTERM on: a script that npm started is interrupted when npm is gone. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    interrupt(143);
  }, PARENT_CHECK_INTERVAL_MS).unref();
}

/**
 * Waits for Ctrl-C or SIGTERM, the ordinary end of a server.
 *
 * @returns {Promise<void>}
 */
export function untilInterrupted() {
  return new Promise((resolve) => {
    interrupted = () => {
      interrupted = undefined;
      resolve();
    };
  });
}
