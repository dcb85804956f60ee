/** The backend as a running server. */
import { createInterface } from "node:readline";
import { UserError } from "./process-lifecycle.mjs";
import { startService } from "./service.mjs";

/** The line in which the backend says where it listens, in text and in JSON logs. */
const LISTENING = /listening on (http:\/\/[^\s"]+)/;

/**
 * @typedef {import("./service.mjs").Service & { url: string }} BackendServer `url`: where it listens
 *
 * @typedef {object} BackendOptions
 * @property {string} program
 * @property {NodeJS.ProcessEnv} env what differs from this process's environment
 * @property {string} [cwd] where it looks for `.env`; the top of the checkout by default
 * @property {(line: string) => void} onLine called for each line that it prints
 */

/**
 * Starts the backend and waits until it listens.
 *
 * @param {BackendOptions} options
 * @returns {Promise<BackendServer>}
 */
export async function startBackend({ program, env, cwd, onLine }) {
  const service = startService(program, ["serve"], { env, cwd });
  /** @type {string[]} */
  const first = [];
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    const input = /** @type {import("node:stream").Readable} */ (service.output);
    createInterface({ input }).on("line", (line) => {
      onLine(line);
      if (first.length < 30) first.push(line);
      const listening = LISTENING.exec(line);
      if (listening) resolve(listening[1]);
    });
    void service.ended.then(() =>
      reject(new UserError(`The backend did not start:\n\n${first.join("\n")}`)),
    );
  });
  return { ...service, url };
}
