/** The backend as a running server. */
import { createInterface } from "node:readline";
import { UserError } from "./process-lifecycle.mjs";
import { startService } from "./service.mjs";

/** The line in which the backend says where it listens, in text and in JSON logs. */
const LISTENING = /listening on (http:\/\/[^\s"]+)/;

/**
 * @typedef {object} BackendServer
 * @property {string} url where it listens
 * @property {Promise<number>} ended resolves to its exit code
 * @property {() => Promise<void>} stop ends it and waits until it is gone
 * @property {() => Promise<void>} kill ends it at once, in the middle of what it does
 * @property {number | undefined} supervisor the process whose only child it is
 *
 * @typedef {object} BackendOptions
 * @property {string} program
 * @property {NodeJS.ProcessEnv} env
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
  const lines = createInterface({
    input: /** @type {import("node:stream").Readable} */ (service.output),
  });

  /** @type {string[]} */
  const first = [];
  let started = false;
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      onLine(line);
      if (started) return;
      first.push(line);
      const listening = LISTENING.exec(line);
      if (!listening) return;
      started = true;
      resolve(listening[1]);
    });
    void service.ended.then(() => {
      reject(new UserError(`The backend did not start:\n\n${first.slice(-30).join("\n")}`));
    });
  });
  const kill = async () => {
    service.signal("SIGKILL");
    await service.ended;
  };
  return { url, ended: service.ended, stop: service.stop, kill, supervisor: service.supervisor };
}
