/** Servers that run beside a script and end with it, whichever way it ends. */
import { execa } from "execa";
import { STARTED } from "./command.mjs";
import { endGroup, guardGroup, signalGroup } from "./process-group.mjs";
import { ROOT } from "./settings.mjs";

/**
 * @typedef {object} Service
 * @property {number | undefined} pid its process id, if it could be started
 * @property {Promise<number>} ended resolves to the exit code
 * @property {() => Promise<void>} stop ends it and waits until it is gone
 * @property {(name: NodeJS.Signals) => void} signal sends it a signal, by which it may end
 * @property {import("node:stream").Readable | undefined} output what it prints, if it was asked for
 *
 * @typedef {object} ServiceOptions
 * @property {NodeJS.Signals} [signal] the one that ends it in good order, SIGTERM by default
 * @property {string} [cwd] the top of the checkout by default
 * @property {NodeJS.ProcessEnv} [env] what differs from this process's environment
 * @property {number | "pipe" | "inherit"} [output] where standard output and error go, as one: a
 *   file descriptor, or "pipe" (the default) for the answer's `output`
 */

/**
 * Starts a server.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {ServiceOptions} [options]
 * @returns {Service}
 */
export function startService(command, args, options = {}) {
  const { signal = "SIGTERM", cwd = ROOT, env, output = "pipe" } = options;
  // execa takes any descriptor; its types know the first ones.
  const channel = /** @type {"pipe" | "inherit" | 1} */ (output);
  const running = execa(command, args, {
    ...STARTED,
    cwd,
    env,
    all: true,
    buffer: false,
    stdout: channel,
    stderr: channel,
  });
  const { pid } = running;
  const release = pid ? guardGroup(pid, signal) : () => {};
  const ended = running.then(({ exitCode = 1 }) => {
    release();
    return exitCode;
  });
  return {
    pid,
    ended,
    stop: async () => {
      if (pid) await endGroup(pid, signal);
      await ended;
    },
    signal: (name) => void (pid && signalGroup(pid, name)),
    output: running.all,
  };
}
