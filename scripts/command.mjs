/** Commands that run to their end. Their output goes to a log file and is shown when they fail. */
import { spawn } from "node:child_process";
import { accessSync, constants, createWriteStream, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { atEnd, DISK_FULL, DISK_FULL_SIGNS, isEnding, UserError } from "./process-lifecycle.mjs";
import { LOG_DIR, ROOT, shownPath } from "./settings.mjs";

/** How much of a failed command's output is shown: lines of its beginning and of its end. */
const SHOWN_FIRST = 15;
const SHOWN_LAST = 60;

/** A command that ended with a code other than 0, with all that it printed. */
export class CommandFailure extends UserError {
  /** @param {string} message @param {string} output */
  constructor(message, output) {
    super(message);
    this.output = output;
  }
}

/** The environment in which the pinned Node and the workspace's tools are found first. */
export function workspaceEnvironment() {
  const bin = path.join(ROOT, "node_modules", ".bin");
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ""}` };
}

/** Output goes to a file: no colours in it. */
const PLAIN = { CARGO_TERM_COLOR: "never", NO_COLOR: "1" };

/**
 * @typedef {object} CommandOptions
 * @property {string} log the log file's name, without its ending
 * @property {string} [cwd] the top of the checkout by default
 * @property {NodeJS.ProcessEnv} [env] {@link workspaceEnvironment} by default
 * @property {number} [timeLimit] milliseconds after which the command is ended as failed
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
export function run(command, args, { log, cwd = ROOT, env = workspaceEnvironment(), timeLimit }) {
  mkdirSync(LOG_DIR, { recursive: true });
  const file = path.join(LOG_DIR, `${log}.log`);
  const kept = createWriteStream(file);
  kept.on("error", () => {
    // A log that cannot be written is no reason to fail; what filled the disk will say so.
  });

  return new Promise((resolve, reject) => {
    // A process group of its own: it is ended as a whole, and not by the terminal behind our back.
    const child = spawn(command, args, {
      cwd,
      env: { ...env, ...PLAIN },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const endGroup = () => child.pid && killGroup(child.pid);
    const release = atEnd(endGroup);
    let output = "";
    let outOfTime = false;
    const limit = timeLimit
      ? setTimeout(() => {
          outOfTime = true;
          endGroup();
        }, timeLimit)
      : undefined;

    for (const channel of [child.stdout, child.stderr]) {
      channel.setEncoding("utf8");
      channel.on("data", (text) => {
        output += text;
        kept.write(text);
      });
    }

    /** @param {string} reason */
    const fail = (reason) => {
      const said = excerpt(output);
      const where = shownPath(file);
      const message = DISK_FULL_SIGNS.test(output)
        ? DISK_FULL
        : `${reason}${said ? `:\n\n${said}\n\n(all of its output: ${where})` : "."}`;
      reject(new CommandFailure(message, output));
    };
    const shown = [path.basename(command), ...args].join(" ");

    child.on("error", (error) => {
      release();
      clearTimeout(limit);
      kept.end();
      fail(`\`${shown}\` could not be started: ${error.message}`);
    });
    child.on("close", (code, signal) => {
      release();
      clearTimeout(limit);
      kept.end();
      // Ended together with the script: nothing goes on from here.
      if (isEnding()) return;
      if (code === 0) resolve(output);
      else if (outOfTime) fail(`\`${shown}\` was given up after ${(timeLimit ?? 0) / 1000} s`);
      else fail(`\`${shown}\` failed (${code === null ? signal : `code ${code}`})`);
    });
  });
}

/** @param {string} output */
function excerpt(output) {
  const lines = output.trim().split("\n");
  const left = lines.length - SHOWN_FIRST - SHOWN_LAST;
  if (left > 0) lines.splice(SHOWN_FIRST, left, `… ${left} lines …`);
  return lines.join("\n");
}

/** @param {number} pid */
function killGroup(pid) {
  try {
    process.kill(-pid, "SIGTERM");
  } catch {
    // Gone already.
  }
}

/**
 * Where a command is found in PATH.
 *
 * @param {string} name
 * @param {string} [searched] PATH by default
 * @returns {string | undefined}
 */
export function findCommand(name, searched = process.env.PATH ?? "") {
  return searched
    .split(path.delimiter)
    .filter(Boolean)
    .map((folder) => path.join(folder, name))
    .find(isExecutable);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
