/** The servers that are measured: this backend and the Fastify peer, each a process with a log file. */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import getPort from "get-port";
import { backendProgram } from "../scripts/build/backend.ts";
import { run } from "../scripts/command.ts";
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

/** The profile by which the server is built: the fastest, or that of the tests. */
export const PROFILE = process.env.TEST_BACKEND ? "dev" : "dist";

export const BACKEND = backendProgram(PROFILE);

export const PEERS = path.join(ROOT, "bench", "peers");

/** The public key that the leads bring: the one that the site was built with. */
export const ANON_KEY = setting("ANON_KEY") ?? "";

/** Where the parts keep what they make. */
export const BENCH_DIR = path.join(TARGET_DIR, "bench");

/** How often a server that starts is asked whether it is ready. */
const POLL_MS = 2;

/**
 * @typedef {object} MeasuredServer
 * @property {string} url
 * @property {number} firstAnswerMs from the start of the process to the first answer 200
 * @property {(figure: "VmRSS" | "VmHWM") => number} memoryMib resident memory: now, or at most so far
 * @property {() => Promise<void>} stop
 *
 * @typedef {(databaseUrl: string, env?: Record<string, string>) => Promise<MeasuredServer>} Start
 */

/**
 * Starts this backend as in production.
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
 * The environment of a command of the backend.
 *
 * @param {string} databaseUrl
 */
export function backendEnvironment(databaseUrl) {
  return { ...NO_SETTINGS, DATABASE_URL: databaseUrl };
}

/**
 * Runs a command of the backend, in a folder without settings.
 *
 * @param {string[]} args
 * @param {string} databaseUrl
 */
function runBackend(args, databaseUrl) {
  const env = backendEnvironment(databaseUrl);
  return run(BACKEND, args, { log: `bench-${args[0]}`, cwd: tmpdir(), env });
}

/**
 * Starts a server and waits until it is ready. What it logs goes to a file, as in production.
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
  const port = await getPort();
  const url = `http://127.0.0.1:${port}`;
  const output = openSync(path.join(folder, "log"), "w");
  const started = performance.now();
  const server = startService(program, args, {
    cwd: folder,
    output,
    env: { ...NO_SETTINGS, DATABASE_URL: databaseUrl, DATA_DIR: folder, PORT: `${port}`, ...env },
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
 * Whether a server answers, by a connection of its own.
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
 * Resident memory of a process in MiB, where the system has a /proc to ask.
 *
 * @param {number | undefined} pid
 * @param {"VmRSS" | "VmHWM"} figure now, or at most so far
 */
export function readMemory(pid, figure) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(new RegExp(`^${figure}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
