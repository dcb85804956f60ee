/** Who takes leads in the benchmark of the intake: this backend, Fastify, and pgbench as the bound. */
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import getPort from "get-port";
import { backendProgram } from "../scripts/build/backend.ts";
import { run } from "../scripts/command.ts";
import { query } from "../scripts/postgres.ts";
import { UserError } from "../scripts/process-lifecycle.ts";
import { startService } from "../scripts/service.ts";
import { NO_SETTINGS, ROOT, SITE_DIR, shownPath, TARGET_DIR } from "../scripts/settings.ts";
import { ANON_KEY, sendLeads } from "./load.mjs";

/** The profile by which the server is built: the fastest, or that of the tests. */
export const PROFILE = process.env.TEST_BACKEND ? "dev" : "dist";

const BACKEND = backendProgram(PROFILE);

const PEERS = path.join(ROOT, "bench", "peers");

/** Clients of pgbench at most: on two cores, more commits at the same time are no faster. */
const PGBENCH_CLIENTS = 16;

/**
 * @typedef {object} Load
 * @property {string} databaseUrl
 * @property {number} connections
 * @property {number} seconds
 * @property {number} seed
 *
 * @typedef {object} Figures
 * @property {number} leads answered as saved, those of the warm-up included
 * @property {number} leadsPerSecond
 * @property {number} errors answers that were no 201, and connections that broke
 * @property {number} [p50Ms] from request to answer
 * @property {number} [p99Ms]
 * @property {number} [p999Ms]
 * @property {number} [peakMemoryMib] resident memory of the server at most (VmHWM of Linux)
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {(databaseUrl: string) => Promise<unknown>} createTables
 * @property {(load: Load) => Promise<Figures>} measure
 */

/** @type {Contender} */
export const backend = {
  name: "backend",
  createTables: (databaseUrl) =>
    run(BACKEND, ["migrate"], {
      log: "bench-migrate",
      cwd: tmpdir(),
      env: { ...NO_SETTINGS, DATABASE_URL: databaseUrl },
    }),
  measure: async (load) => {
    const mailServer = await startSilentMailServer();
    const env = {
      ANON_KEY,
      METRICS_PORT: "0",
      SITE_DIR,
      TRUSTED_PROXIES: "127.0.0.1",
      // Each lead comes from an address of its own; it is counted all the same.
      LEADS_PER_ADDRESS_PER_HOUR: "1000000",
      SMTP_URL: mailServer.url,
    };
    return measureServer("backend", [BACKEND, "serve"], load, env, mailServer.stop);
  },
};

/** @type {Contender} */
export const fastify = {
  name: "fastify",
  createTables: createPlainTable,
  measure: (load) =>
    measureServer("fastify", [process.execPath, path.join(PEERS, "fastify", "server.mjs")], load, {
      NODE_ENV: "production",
    }),
};

/** @type {Contender} */
export const pgbench = {
  name: "pgbench",
  createTables: createPlainTable,
  measure: async ({ databaseUrl, connections, seconds }) => {
    const clients = Math.min(connections, PGBENCH_CLIENTS);
    const said = await run(
      "pgbench",
      [
        ...["--no-vacuum", "--protocol=prepared", `--client=${clients}`],
        ...[`--jobs=${Math.min(clients, 2)}`, `--time=${seconds}`],
        ...[`--file=${path.join(PEERS, "pgbench", "insert.sql")}`, databaseUrl],
      ],
      { log: "bench-pgbench" },
    );
    /** @param {RegExp} line */
    const figure = (line) => Number(line.exec(said)?.[1] ?? Number.NaN);
    return {
      leads: figure(/transactions actually processed: (\d+)/),
      leadsPerSecond: figure(/tps = ([\d.]+)/),
      errors: figure(/failed transactions: (\d+)/),
    };
  },
};

/**
 * A mail server that accepts connections and says nothing: mails wait in the outbox. How fast they
 * are delivered is another figure.
 */
async function startSilentMailServer() {
  /** @type {Set<import("node:net").Socket>} */
  const sockets = new Set();
  const server = createServer((socket) => void sockets.add(socket.on("error", () => {})));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** @param {string} databaseUrl */
function createPlainTable(databaseUrl) {
  return query(databaseUrl, readFileSync(path.join(PEERS, "plain-table.sql"), "utf8"));
}

/**
 * Starts a server, warms it up, and measures it. What it logs goes to a file, as in production.
 *
 * @param {string} name
 * @param {string[]} command
 * @param {Load} load
 * @param {Record<string, string>} env
 * @param {() => void} [beforeStop]
 * @returns {Promise<Figures>}
 */
async function measureServer(name, [program, ...args], load, env, beforeStop) {
  const folder = path.join(TARGET_DIR, "bench", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const port = await getPort();
  const url = `http://127.0.0.1:${port}`;
  const output = openSync(path.join(folder, "log"), "w");
  const server = startService(program, args, {
    cwd: folder,
    output,
    env: {
      ...NO_SETTINGS,
      DATABASE_URL: load.databaseUrl,
      DATA_DIR: folder,
      PORT: String(port),
      ...env,
    },
  });
  closeSync(output);
  while (!(await fetch(url).catch(() => undefined))) {
    const ended = await Promise.race([server.ended.then(() => true), delay(20)]);
    if (ended) throw new UserError(`A server did not start: see ${shownPath(folder)}/log.`);
  }
  const warmUpLoad = { ...load, seconds: Math.min(load.seconds, 2), seed: load.seed + 0.5 };
  const warmUp = await sendLeads(url, warmUpLoad);
  const figures = await sendLeads(url, load);
  const peakMemoryMib = readPeakMemory(server);
  beforeStop?.();
  await server.stop();
  return {
    ...figures,
    leads: warmUp.leads + figures.leads,
    errors: warmUp.errors + figures.errors,
    peakMemoryMib,
  };
}

/**
 * The peak memory of a server in MiB, where the system has a /proc to ask.
 *
 * @param {import("../scripts/service.ts").Service} server
 */
function readPeakMemory({ pid }) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  } catch {
    return undefined;
  }
}
