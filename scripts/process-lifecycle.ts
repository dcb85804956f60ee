/**
 * The lifecycle of a script. When the script ends (normally, with an error, or by a signal),
 * everything that it has started is stopped in reverse order.
 */
import { constants } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { DISK_FULL, DISK_FULL_SIGNS } from "./setup/requirements.mjs";

/** An error that the user can fix. It is reported without a stack trace. */
export class UserError extends Error {}

/** Longer than a server has before it is killed, shorter than a test's teardown. */
const STOP_STEP_LIMIT_MS = 45_000;

const endings: (() => unknown)[] = [];
let ending = false;
let interrupted: (() => void) | undefined;

/** Prints a line for people to standard error. Standard output is for results. */
export function report(line: string) {
  process.stderr.write(`${line}\n`);
}

/** Registers a function that runs when the script ends. Returns a function that unregisters it. */
export function atEnd(stop: () => unknown) {
  endings.push(stop);
  return () => {
    const place = endings.indexOf(stop);
    if (place >= 0) endings.splice(place, 1);
  };
}

/**
 * Waits for a step of stopping something. If it takes too long, the error names it, where a test
 * runner would only say that a teardown took too long.
 */
export function stopStep<T>(name: string, work: PromiseLike<T>): Promise<T> {
  const overdue = async () => {
    await delay(STOP_STEP_LIMIT_MS, undefined, { ref: false });
    throw new Error(`${name} took more than ${STOP_STEP_LIMIT_MS / 1000} seconds.`);
  };
  return Promise.race([work, overdue()]);
}

/** Returns whether the script is ending. A child that exits now was stopped. */
export function isEnding() {
  return ending;
}

/**
 * Runs a script's work and ends the process: with the code that the work returns (0 by default), with 1
 * if the work fails, with 130 or 143 if it is interrupted. A server calls {@link untilInterrupted}.
 */
export async function main(work: () => Promise<number | undefined>) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (interrupted) interrupted();
      else void end(128 + constants.signals[signal]);
    });
  }
  try {
    await end((await work()) ?? 0);
  } catch (error) {
    if (ending) return;
    reportError(error);
    await end(1);
  }
}

/** Waits for Ctrl-C or SIGTERM, the normal end of a server. */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    interrupted = resolve;
  });
}

async function end(code: number) {
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

/** Reports an error. If the user can fix it, like an unknown argument, the message is enough. */
export function reportError(error: unknown) {
  const { message, stack = message }: Error = error instanceof Error ? error : Error(String(error));
  const isOfArguments =
    error instanceof Error && "code" in error && /^ERR_PARSE_ARGS/.test(`${error.code}`);
  if (error instanceof UserError || isOfArguments) report(`\n✗ ${message}`);
  else report(`\n✗ ${DISK_FULL_SIGNS.test(message) ? DISK_FULL : stack}`);
}
