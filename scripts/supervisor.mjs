/**
 * Supervises a server: stops it when the process that started this one is gone, even if that was
 * killed. Its standard input, a pipe from that process, closes then. A signal's name that is
 * written to the pipe is passed on to the server.
 *
 *     node supervisor.mjs <signal that ends the server> <command> [arguments…]
 *
 * `service.mjs` starts it, in a session of its own, so that Ctrl-C in the terminal reaches the
 * script alone and the script decides what stops first.
 */
import { spawn } from "node:child_process";

/** How long a server may take to end before it is killed, in milliseconds. */
const KILL_TIMEOUT_MS = 30_000;

const [signal, command, ...args] = process.argv.slice(2);
// A process group of its own, which is ended as a whole: npm does not pass signals on to all that
// it started. (Postgres gives each of its processes a session, and ends them by itself.)
const server = spawn(command, args, { detached: true, stdio: ["ignore", 1, 1] });

function stop() {
  signalGroup(/** @type {NodeJS.Signals} */ (signal));
  setTimeout(() => signalGroup("SIGKILL"), KILL_TIMEOUT_MS).unref();
}

/** @param {NodeJS.Signals} name */
function signalGroup(name) {
  try {
    if (server.pid) process.kill(-server.pid, name);
  } catch {
    // Gone already.
  }
}

process.stdin.setEncoding("utf8").on("end", stop);
process.stdin.on("data", (names) => {
  for (const name of String(names).split("\n").filter(Boolean)) {
    signalGroup(/** @type {NodeJS.Signals} */ (name));
  }
});
process.on("SIGTERM", stop);
process.on("SIGINT", stop);

server.on("error", (error) => {
  console.log(error.message);
  process.exit(127);
});
server.on("exit", (code) => process.exit(code ?? 1));
