/** Commands that run to their end. Their output goes to a log file and is shown when they fail. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { execa } from "execa";
import { guardGroup, signalGroup } from "./process-group.mjs";
import { DISK_FULL, DISK_FULL_SIGNS, isEnding, UserError } from "./process-lifecycle.mjs";
import { LOG_DIR, ROOT, shownPath } from "./settings.mjs";

/** How much of a failed command's output is shown: lines of its beginning and of its end. */
const SHOWN_FIRST = 15;
const SHOWN_LAST = 60;

/** How every program is started: the workspace's tools first in PATH, in a group of its own. */
export const STARTED = /** @type {const} */ ({
  preferLocal: true,
  localDir: ROOT,
  detached: true,
  reject: false,
  stdin: "ignore",
});

/** A command that ended with a code other than 0, with all that it printed. */
export class CommandFailure extends UserError {
  /** @param {string} message @param {string} output */
  constructor(message, output) {
    super(message);
    this.output = output;
  }
}

/**
 * @typedef {object} CommandOptions
 * @property {string} log the log file's name, without its ending
 * @property {string} [cwd] the top of the checkout by default
 * @property {NodeJS.ProcessEnv} [env] what differs from this process's environment
 * @property {number} [timeout] milliseconds after which the command is ended as failed
 */

/**
 * Runs a command to completion.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {CommandOptions} options
 * @returns {Promise<string>} what it printed, on both channels
 * @throws {CommandFailure} when it cannot be started, fails, or runs out of time
 */
export async function run(command, args, { log, cwd = ROOT, env, timeout }) {
  mkdirSync(LOG_DIR, { recursive: true });
  const file = path.join(LOG_DIR, `${log}.log`);
  /** @type {("pipe" | { file: string })[]} */
  const output = ["pipe", { file }];
  const running = execa(command, args, {
    ...STARTED,
    cwd,
    timeout,
    // No colours: the output goes to a file.
    env: { ...env, CARGO_TERM_COLOR: "never", NO_COLOR: "1" },
    all: true,
    stdout: output,
    stderr: output,
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const { pid } = running;
  const release = pid && guardGroup(pid, "SIGTERM");
  const { failed, timedOut, shortMessage, all = "" } = await running;
  // Ended together with the script: nothing goes on from here.
  if (isEnding()) return new Promise(() => {});
  if (pid && timedOut) signalGroup(pid, "SIGKILL");
  if (release) release();
  if (!failed) return all;

  if (DISK_FULL_SIGNS.test(all + shortMessage)) throw new CommandFailure(DISK_FULL, all);
  const message = all
    ? `${shortMessage}\n\n${excerpt(all)}\n\n(all of its output: ${shownPath(file)})`
    : String(shortMessage);
  throw new CommandFailure(message, all);
}

/** @param {string} output */
function excerpt(output) {
  const lines = output.trim().split("\n");
  const left = lines.length - SHOWN_FIRST - SHOWN_LAST;
  if (left > 0) lines.splice(SHOWN_FIRST, left, `… ${left} lines …`);
  return lines.join("\n");
}
