/** Servers that run beside a script and end with it, whichever way it ends. */
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { atEnd } from "./process-lifecycle.mjs";
import { ROOT } from "./settings.mjs";

const SUPERVISOR = fileURLToPath(new URL("./supervisor.mjs", import.meta.url));

/**
 * @typedef {object} Service
 * @property {Promise<number>} ended resolves to the exit code
 * @property {() => Promise<void>} stop ends it and waits until it is gone
 * @property {(name: NodeJS.Signals) => void} signal sends it a signal, by which it may end
 * @property {number | undefined} supervisor the process whose only child it is
 * @property {import("node:stream").Readable | null} output what it prints, if it was asked for
 *
 * @typedef {object} ServiceOptions
 * @property {NodeJS.Signals} [signal] the one that ends it in good order, SIGTERM by default
 * @property {string} [cwd] the top of the checkout by default
 * @property {NodeJS.ProcessEnv} [env] this process's by default
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
  const { signal = "SIGTERM", cwd = ROOT, env = process.env, output = "pipe" } = options;
  const supervisor = spawn(process.execPath, [SUPERVISOR, signal, command, ...args], {
    cwd: path.resolve(cwd),
    env,
    detached: true,
    stdio: ["pipe", output, "ignore"],
  });
  // Writing to a supervisor that has ended is no error: it is what `ended` tells.
  supervisor.stdin?.on("error", () => {});

  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    supervisor.on("error", () => resolve(127));
    supervisor.on("close", (code) => resolve(code ?? 1));
  });
  const release = atEnd(stop);
  void ended.then(release);

  async function stop() {
    supervisor.stdin?.end();
    await ended;
  }
  /** @param {NodeJS.Signals} name */
  function send(name) {
    supervisor.stdin?.write(`${name}\n`);
  }
  return { ended, stop, signal: send, supervisor: supervisor.pid, output: supervisor.stdout };
}
