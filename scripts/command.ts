/** Commands that run to completion. Their output goes to a log file, and is shown if they fail. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { execa } from "execa";
import { guardGroup, signalGroup } from "./process-group.ts";
import { isEnding, UserError } from "./process-lifecycle.ts";
import { LOG_DIR, ROOT, shownPath } from "./settings.ts";
import { DISK_FULL, DISK_FULL_SIGNS } from "./setup/requirements.mjs";

/** The number of lines that are shown from the beginning and the end of a failed command's output. */
const SHOWN_FIRST = 15;
const SHOWN_LAST = 60;

/** The options of every program: the workspace's tools come first in PATH; it has its own process group. */
export const STARTED = {
  preferLocal: true,
  localDir: ROOT,
  detached: true,
  reject: false,
  stdin: "ignore",
} as const;

/** A command that failed, with its output. */
export class CommandFailure extends UserError {
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

interface CommandOptions {
  /** the log file's name, without its extension */
  log: string;
  cwd?: string;
  /** variables that differ from this process's environment */
  env?: NodeJS.ProcessEnv;
  /** the timeout in milliseconds, after which the command is killed and has failed */
  timeout?: number;
  /** replaces each line of the output */
  onLine?: (line: string) => string;
}

/**
 * Runs a command to completion.
 *
 * @returns its standard output and error
 * @throws {CommandFailure} if it cannot be started, fails, or times out
 */
export async function run(
  command: string,
  args: string[],
  { log, cwd = ROOT, env, timeout, onLine = (line) => line }: CommandOptions,
): Promise<string> {
  mkdirSync(LOG_DIR, { recursive: true });
  const file = path.join(LOG_DIR, `${log}.log`);
  const lines = function* (line: unknown) {
    yield onLine(String(line));
  };
  const running = execa(command, args, {
    ...STARTED,
    cwd,
    timeout,
    // Without colors, because the output goes to a file.
    env: { ...env, CARGO_TERM_COLOR: "never", NO_COLOR: "1" },
    all: true,
    stdout: [lines, "pipe", { file }],
    stderr: [lines, "pipe", { file }],
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const release = guardGroup(running.pid, "SIGTERM");
  const { failed, timedOut, shortMessage, all = "" } = await running;
  // The command was stopped with the script. Nothing continues from here.
  if (isEnding()) return new Promise(() => {});
  if (timedOut) signalGroup(running.pid, "SIGKILL");
  release();
  if (!failed) return all;

  if (DISK_FULL_SIGNS.test(all + shortMessage)) throw new CommandFailure(DISK_FULL, all);
  const shown = all && `\n\n${excerpt(all)}\n\n(all of its output: ${shownPath(file)})`;
  throw new CommandFailure(`${shortMessage}${shown}`, all);
}

/** Runs a command like {@link run}. Returns undefined if it fails. */
export function attempt(...command: Parameters<typeof run>): Promise<string | undefined> {
  return run(...command).catch((error) => {
    if (error instanceof CommandFailure) return undefined;
    throw error;
  });
}

function excerpt(output: string) {
  // Without the tests that passed, between which Playwright prints the errors outside of tests.
  const lines = output.split("\n").filter((line) => !/^ +✓ /.test(line));
  const left = lines.length - SHOWN_FIRST - SHOWN_LAST;
  if (left > 0) lines.splice(SHOWN_FIRST, left, `… ${left} lines …`);
  return lines.join("\n");
}
