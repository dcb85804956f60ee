/**
 * Process lifecycle of a script: what it has started is stopped in reverse order when it ends, by
 * itself, by an error, or by SIGINT or SIGTERM.
 */

/** An error that the user can act on: reported as its message, without a stack trace. */
export class UserError extends Error {}

/** How the programs that are run here say that there is no room left. */
export const DISK_FULL_SIGNS = /No space left on device|ENOSPC|Check free disk space/;

/** What to say when a write fails for want of room. */
export const DISK_FULL = "The disk is full: free a few gigabytes, then run the command again.";

/** How long a script outlives npm at most. */
const PARENT_CHECK_INTERVAL_MS = 500;

/** @type {(() => unknown)[]} */
const endings = [];
let ending = false;

/** @type {(() => void) | undefined} */
let interrupted;

/**
 * Prints a line for people, on standard error: standard output is left to results.
 *
 * @param {string} line
 */
export function report(line) {
  process.stderr.write(`${line}\n`);
}

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

/**
 * Runs a script's work and ends the process: with the code that the work answers (0 when it
 * answers none), with 1 when it fails, with 130 or 143 when it is interrupted. Work that lasts
 * until it is interrupted, as a server does, calls {@link untilInterrupted}.
 *
 * @param {() => Promise<number | void>} work
 */
export async function main(work) {
  process.on("SIGINT", () => interrupt(130));
  process.on("SIGTERM", () => interrupt(143));
  process.on("SIGHUP", () => interrupt(129));
  stopWithNpm();
  try {
    await end((await work()) ?? 0);
  } catch (error) {
    if (ending) return;
    reportError(error);
    await end(1);
  }
}

/**
 * Waits for Ctrl-C or SIGTERM, the ordinary end of a server.
 *
 * @returns {Promise<void>}
 */
export function untilInterrupted() {
  return new Promise((resolve) => {
    interrupted = resolve;
  });
}

/** @param {number} code what the process ends with, unless its work waits for the interruption */
function interrupt(code) {
  if (interrupted) interrupted();
  else void end(code);
}

/** @param {number} code */
async function end(code) {
  if (ending) return;
  ending = true;
  for (let stop = endings.pop(); stop; stop = endings.pop()) {
    try {
      await stop();
    } catch (error) {
      reportError(error);
    }
  }
  process.exit(code);
}

/** @param {unknown} error */
export function reportError(error) {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof UserError) report(`\n✗ ${message}`);
  else report(`\n✗ ${DISK_FULL_SIGNS.test(message) ? DISK_FULL : stack}`);
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
