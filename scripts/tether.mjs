/**
 * Runs a server for as long as the process that started this one lives, even if that is killed
 * outright: the line between them is standard input, which closes with it.
 *
 *     node tether.mjs <signal that ends the server> <command> [arguments…]
 *
 * `service.mjs` starts it, in a session of its own, so that Ctrl-C in the terminal reaches the
 * script alone and the script decides what stops first.
 */
import { spawn } from "node:child_process";

/** How long a server may take to end before it is killed, in milliseconds. */
const PATIENCE = 30_000;

const [signal, command, ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ["ignore", 1, 1] });

function stop() {
  server.kill(/** @type {NodeJS.Signals} */ (signal));
  setTimeout(() => server.kill("SIGKILL"), PATIENCE).unref();
}

process.stdin.on("end", stop).resume();
process.on("SIGTERM", stop);
process.on("SIGINT", stop);

server.on("error", (error) => {
  console.log(error.message);
  process.exit(127);
});
server.on("exit", (code) => process.exit(code ?? 1));
