/** Starts the measured servers, this backend and the Fastify peer, as processes with log files. */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { backendProgram } from "../scripts/build/backend.ts";
import { run } from "../scripts/command.ts";
import { freePort } from "../scripts/port.ts";
import { UserError } from "../scripts/process-lifecycle.ts";
import { startService } from "../scripts/service.ts";
import {
  NO_SETTINGS,
  ROOT,
  SITE_DIR,
  setting,
  shownPath,
  TARGET_DIR,
} from "../scripts/settings.ts";

/** The server's build profile: the fastest one, or the tests'. */
export const PROFILE = process.env.TEST_BACKEND ? "dev" : "release";

export const BACKEND = backendProgram(PROFILE);

export const PEERS = path.join(ROOT, "bench", "peers");

/** The public key in the leads, with which the site was built. */
export const ANON_KEY = setting("ANON_KEY") ?? "";

/** The folder of the parts' files. */
export const BENCH_DIR = path.join(TARGET_DIR, "bench");

/** The interval of readiness checks while a server starts. */
const POLL_MS = 2;

/**
 * @typedef {object} MeasuredServer
 * @property {string} url
 * @property {number} firstAnswerMs from the process's start to the first 200 response
 * @property {(figure: "VmRSS" | "VmHWM") => number} memoryMib resident memory: current or peak
 * @property {() => Promise<void>} stop
 *
 * @typedef {(databaseUrl: string, env?: Record<string, string>) => Promise<MeasuredServer>} Start
 */

/**
 * Starts this backend with production settings.
 *
 * @type {Start}
 */
export function startBackend(databaseUrl, env) {
  const settings = { ANON_KEY, METRICS_PORT: "0", SITE_DIR, ...env };
  return startServer("backend", [BACKEND, "serve"], databaseUrl, settings);
}

/** @type {Start} */
export function startFastify(databaseUrl) {
  const command = [process.execPath, path.join(PEERS, "fastify", "server.mjs")];
  return startServer("fastify", command, databaseUrl, { NODE_ENV: "production" });
}

/**
 * Creates the backend's tables.
 *
 * @param {string} databaseUrl
 */
export function migrate(databaseUrl) {
  return runBackend(["migrate"], databaseUrl);
}

/**
 * Returns the environment for a command of the backend.
 *
 * @param {string} databaseUrl
 */
export function backendEnvironment(databaseUrl) {
  return { ...NO_SETTINGS, DATABASE_URL: databaseUrl };
}

/**
 * Runs a command of the backend in a folder without settings.
 *
 * @param {string[]} args
 * @param {string} databaseUrl
 */
function runBackend(args, databaseUrl) {
  const env = backendEnvironment(databaseUrl);
  return run(BACKEND, args, { log: `bench-${args[0]}`, cwd: tmpdir(), env });
}

/**
 * Starts a server and waits until it is ready. Its log goes to a file, as in production.
 *
 * @param {string} name
 * @param {string[]} command
 * @param {string} databaseUrl
 * @param {Record<string, string>} env
 * @returns {Promise<MeasuredServer>}
 */
async function startServer(name, [program, ...args], databaseUrl, env) {
  const folder = path.join(BENCH_DIR, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const output = openSync(path.join(folder, "log"), "w");
  const started = performance.now();
  const server = startService(program, args, {
    cwd: folder,
    output,
    env: {
      ...NO_SETTINGS,
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      // A server that is started again has the secret of its database.
      IP_HASH_SECRET: "a secret of the benchmarks with enough characters",
      PORT: `${port}`,
      ...env,
    },
  });
  closeSync(output);
  while (!(await isReady(url))) {
    const ended = await Promise.race([server.ended.then(() => true), delay(POLL_MS)]);
    if (ended) throw new UserError(`A server did not start: see ${shownPath(folder)}/log.`);
  }
  return {
    url,
    firstAnswerMs: performance.now() - started,
    memoryMib: (figure) => readMemory(server.pid, figure),
    stop: server.stop,
  };
}

/**
 * Returns whether a server is ready, using a new connection.
 *
 * @param {string} url
 * @returns {Promise<boolean>}
 */
function isReady(url) {
  return new Promise((resolve) => {
    get(`${url}/readyz`, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).on("error", () => resolve(false));
  });
}

/**
 * Returns a process's resident memory in MiB, or NaN where the system has no /proc.
 *
 * @param {number | undefined} pid
 * @param {"VmRSS" | "VmHWM"} figure current or peak
 */
export function readMemory(pid, figure) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(new RegExp(`^${figure}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
