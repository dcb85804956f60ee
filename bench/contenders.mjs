/** The contenders of the intake benchmark: this backend, Fastify, and pgbench as the upper bound. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { run } from "../scripts/command.ts";
import { query } from "../scripts/postgres.ts";
import { sendLeads } from "./load.mjs";
import { OURS } from "./report.mjs";
import { migrate, PEERS, startBackend, startFastify } from "./servers.mjs";

/** pgbench's maximum of clients: on two cores, more concurrent commits aren't faster. */
const PGBENCH_CLIENTS = 16;

/**
 * @typedef {object} Load
 * @property {string} databaseUrl
 * @property {number} connections
 * @property {number} seconds
 * @property {number} seed
 *
 * @typedef {object} Figures
 * @property {number} leads acknowledged leads, including those of the warm-up
 * @property {number} leadsPerSecond
 * @property {number} errors responses other than 201, and broken connections
 * @property {number} [p50Ms] response time
 * @property {number} [p99Ms]
 * @property {number} [p999Ms]
 * @property {number} [peakMemoryMib] the server's peak resident memory (Linux's VmHWM)
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {(databaseUrl: string) => Promise<unknown>} createTables
 * @property {(load: Load) => Promise<Figures>} measure
 */

/** @type {Contender} */
export const backend = {
  name: OURS,
  createTables: migrate,
  measure: async (load) => {
    const mailServer = await startSilentMailServer();
    const server = await startBackend(load.databaseUrl, {
      TRUSTED_PROXIES: "127.0.0.1",
      // Each lead has its own address, but the server still counts it.
      LEADS_PER_ADDRESS_PER_HOUR: "1000000",
      SMTP_URL: mailServer.url,
    });
    return measureServer(server, load, mailServer.stop);
  },
};

/** @type {Contender} */
export const fastify = {
  name: "fastify",
  createTables: createPlainTable,
  measure: async (load) => measureServer(await startFastify(load.databaseUrl), load),
};

/** @type {Contender} */
export const pgbench = {
  name: "pgbench",
  createTables: createPlainTable,
  measure: async ({ databaseUrl, connections, seconds }) => {
    const clients = Math.min(connections, PGBENCH_CLIENTS);
    const output = await run(
      "pgbench",
      [
        ...["--no-vacuum", "--protocol=prepared", `--client=${clients}`],
        ...[`--jobs=${Math.min(clients, 2)}`, `--time=${seconds}`],
        ...[`--file=${path.join(PEERS, "pgbench", "insert.sql")}`, databaseUrl],
      ],
      { log: "bench-pgbench" },
    );
    /** @param {RegExp} line */
    const figure = (line) => Number(line.exec(output)?.[1] ?? Number.NaN);
    return {
      leads: figure(/transactions actually processed: (\d+)/),
      leadsPerSecond: figure(/tps = ([\d.]+)/),
      errors: figure(/failed transactions: (\d+)/),
    };
  },
};

/**
 * Starts a mail server that accepts connections and sends nothing, so mails wait in the outbox.
 * Another benchmark measures the delivery.
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

/**
 * Creates the peers' table.
 *
 * @param {string} databaseUrl
 */
export function createPlainTable(databaseUrl) {
  return query(databaseUrl, readFileSync(path.join(PEERS, "plain-table.sql"), "utf8"));
}

/**
 * Warms up a server, measures it, and stops it.
 *
 * @param {import("./servers.mjs").MeasuredServer} server
 * @param {Load} load
 * @param {() => void} [beforeStop]
 * @returns {Promise<Figures>}
 */
async function measureServer(server, load, beforeStop) {
  const warmUpLoad = { ...load, seconds: Math.min(load.seconds, 2), seed: load.seed + 0.5 };
  const warmUp = await sendLeads(server.url, warmUpLoad);
  const figures = await sendLeads(server.url, load);
  const peakMemoryMib = server.memoryMib("VmHWM");
  beforeStop?.();
  await server.stop();
  return {
    ...figures,
    leads: warmUp.leads + figures.leads,
    errors: warmUp.errors + figures.errors,
    peakMemoryMib,
  };
}
