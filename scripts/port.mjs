/** Ports: the one that the site is served on, and free ones. */
import { createServer } from "node:net";
import { UserError } from "./process-lifecycle.mjs";
import { setting } from "./settings.mjs";

/**
 * Sees to it, before anything is built, that the site's port can be listened on.
 *
 * @param {string} command the one to run again
 * @returns {Promise<number>} the port
 */
export async function requireFreePort(command) {
  const port = Number(setting("PORT"));
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new UserError(`PORT must be a number from 1 to 65535, not "${setting("PORT") ?? ""}".`);
  }
  const code = await listen(port, setting("HOST") ?? "127.0.0.1");
  if (code === "EADDRINUSE") {
    throw new UserError(
      `Port ${port} is taken: end the program that listens there, or choose another port, as in \`PORT=${port + 1} ${command}\`.`,
    );
  }
  if (code === "EACCES") {
    throw new UserError(
      `Port ${port} is reserved for root: choose one above 1023, as in \`PORT=8080 ${command}\`.`,
    );
  }
  if (code)
    throw new UserError(
      `Nothing can listen on ${setting("HOST")}:${port} (${code}): correct HOST or PORT.`,
    );
  return port;
}

/**
 * Whether a port can be listened on: `undefined`, or the system's code for why not.
 *
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>}
 */
export function listen(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/**
 * A port on loopback that nobody listens on.
 *
 * @returns {Promise<number>}
 */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(address.port));
    });
  });
}
