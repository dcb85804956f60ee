import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import getPort, { portNumbers } from "get-port";
import { UserError } from "./process-lifecycle.ts";
import { setting } from "./settings.ts";

/** The port from which Linux takes the ports of outgoing connections. */
const FIRST_OF_CONNECTIONS = 32_768;

/** Returns a free port that no connection, and hardly ever another script, takes before a server listens on it. */
export function freePort() {
  const first = randomInt(10_000, FIRST_OF_CONNECTIONS - 1000);
  return getPort({ port: portNumbers(first, FIRST_OF_CONNECTIONS - 1) });
}

/**
 * Checks, before anything is built, that a server can listen on the site's port. Returns the port.
 *
 * @param command the command that the error names
 */
export async function requireFreePort(command: string) {
  const port = Number(setting("PORT"));
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new UserError(`PORT must be a number from 1 to 65535, not "${setting("PORT") ?? ""}".`);
  }
  const host = setting("HOST") ?? "127.0.0.1";
  const code = await listen(port, host);
  if (!code) return port;
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken: end the program that listens there, or choose another port, as in \`PORT=${port + 1} ${command}\`.`,
    EACCES: `Port ${port} is reserved for root: choose one above 1023, as in \`PORT=8080 ${command}\`.`,
  };
  throw new UserError(
    reasons[code] ?? `Nothing can listen on ${host}:${port} (${code}): correct HOST or PORT.`,
  );
}

/** Returns the system's error code, which get-port has not, if no server can listen on a port. */
export function listen(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
