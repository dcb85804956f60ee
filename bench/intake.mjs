/** The intake: leads a second, the time until a lead is answered, and what a full table costs. */
import { readFileSync } from "node:fs";
import { buildProduct } from "../scripts/build/product.ts";
import { run } from "../scripts/command.ts";
import { createDatabase, dropDatabase, openDurableDatabase, query } from "../scripts/postgres.ts";
import { step } from "../scripts/progress.ts";
import { backend, fastify, PROFILE, pgbench } from "./contenders.mjs";
import { fillTable } from "./full-table.mjs";
import { compare } from "./report.mjs";
import { setUpCommands, setUpPeer } from "./tools.mjs";

/**
 * @typedef {import("./contenders.mjs").Contender} Contender
 * @typedef {{ what: string, connections: number, full: boolean }} Scenario
 * @typedef {import("./contenders.mjs").Figures & { round: number, what: string, contender: string, seed: number }} Measurement
 *
 * @typedef {object} Line of the table, for each scenario
 * @property {"leadsPerSecond" | "p50Ms" | "p99Ms" | "p999Ms" | "peakMemoryMib"} figure
 * @property {Contender} peer
 * @property {Record<number, import("./report.mjs").Aim>} [aims] by the number of connections
 */

const CONTENDERS = [backend, fastify, pgbench];

/** @type {Line[]} */
const LINES = [
  { figure: "leadsPerSecond", peer: fastify, aims: underLoad({ least: 2.5 }) },
  { figure: "leadsPerSecond", peer: pgbench, aims: { 32: { least: 0.85 }, 128: { least: 1 } } },
  { figure: "p50Ms", peer: fastify, aims: { 1: { most: 1 } } },
  { figure: "p99Ms", peer: fastify, aims: underLoad({ most: 0.2 }) },
  { figure: "p999Ms", peer: fastify },
  { figure: "peakMemoryMib", peer: fastify },
];

/** @param {import("./report.mjs").Aim} aim */
function underLoad(aim) {
  return { 32: aim, 128: aim, 256: aim };
}

/**
 * @param {import("./run.mjs").Options} options
 * @returns {Promise<import("./run.mjs").PartResult>}
 */
export async function intake({ rounds, seconds, connections, fullTable, seed }) {
  await setUpCommands();
  await setUpPeer("fastify");
  await buildProduct(PROFILE);

  /** @type {Scenario[]} */
  const scenarios = [1, ...connections].map((many) => ({
    what: many === 1 ? "a lone lead" : `${many} connections`,
    connections: many,
    full: false,
  }));
  const server = await openDurableDatabase();
  if (fullTable > 0) {
    scenarios.push({
      what: `${connections[0]} connections, ${fullTable.toLocaleString("en")} leads held`,
      connections: connections[0],
      full: true,
    });
    for (const contender of [backend, fastify]) {
      await step(`full table, ${contender.name}`, async () => {
        const databaseUrl = await createDatabase(server.url, fullDatabase(contender));
        await contender.createTables(databaseUrl);
        await fillTable(databaseUrl, fullTable);
      });
    }
  }
  /** @type {Measurement[]} */
  const measurements = [];
  for (let round = 1; round <= rounds; round += 1) {
    for (const scenario of scenarios) {
      await step(`${round}. ${scenario.what}`, async () => {
        const rates = [];
        for (const contender of CONTENDERS) {
          const load = { connections: scenario.connections, seconds, seed: seed++ };
          const figures = await measure(server.url, contender, load, scenario.full);
          const labels = { round, what: scenario.what, contender: contender.name, seed: load.seed };
          measurements.push({ ...labels, ...figures });
          rates.push(`${contender.name} ${Math.round(figures.leadsPerSecond)}`);
        }
        return rates.join(", ");
      });
    }
  }
  const versions = await readVersions(server.url);
  await server.stop();
  return {
    comparisons: compareAll(measurements, scenarios),
    versions,
    measurements,
    errors: measurements.reduce((sum, { errors }) => sum + errors, 0),
  };
}

/** The peers share a plain table. @param {Contender} contender */
function fullDatabase(contender) {
  return contender === backend ? "full_backend" : "full_plain";
}

/**
 * Measures a contender, on the full table or on an empty one of its own.
 *
 * @param {string} serverUrl
 * @param {Contender} contender
 * @param {{ connections: number, seconds: number, seed: number }} load
 * @param {boolean} full
 */
async function measure(serverUrl, contender, load, full) {
  const name = full ? fullDatabase(contender) : "empty";
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  if (!full) {
    await createDatabase(serverUrl, name);
    await contender.createTables(databaseUrl);
  }
  // Nobody waits for the disk because of what another wrote.
  await query(serverUrl, "CHECKPOINT");
  const before = await countLeads(databaseUrl);
  const figures = await contender.measure({ databaseUrl, ...load });
  const saved = (await countLeads(databaseUrl)) - before;
  if (!full) await dropDatabase(serverUrl, name);
  // An answer that says 201 for a lead that is not in the table is wrong too.
  return { ...figures, errors: figures.errors + Math.max(0, figures.leads - saved) };
}

/** @param {string} databaseUrl */
async function countLeads(databaseUrl) {
  const { rows } = await query(databaseUrl, "SELECT count(*)::int FROM site_forms");
  return rows[0].count;
}

/**
 * @param {Measurement[]} measurements
 * @param {Scenario[]} scenarios
 */
function compareAll(measurements, scenarios) {
  /** @param {Scenario} scenario @param {Contender} contender @param {Line["figure"]} figure */
  const figures = ({ what }, { name }, figure) =>
    measurements
      .filter((one) => one.what === what && one.contender === name)
      .map((one) => one[figure] ?? Number.NaN);

  const comparisons = scenarios.flatMap((scenario) =>
    LINES.map(({ figure, peer, aims }) =>
      compare({
        what: `${scenario.what}: ${figure}`,
        ours: figures(scenario, backend, figure),
        peer: peer.name,
        theirs: figures(scenario, peer, figure),
        aim: scenario.full ? undefined : aims?.[scenario.connections],
      }),
    ),
  );
  const [, empty] = scenarios;
  for (const full of scenarios.filter((scenario) => scenario.full)) {
    comparisons.push(
      compare({
        what: `${full.what}: leadsPerSecond`,
        ours: figures(full, backend, "leadsPerSecond"),
        peer: "backend, empty table",
        theirs: figures(empty, backend, "leadsPerSecond"),
        aim: { least: 0.9 },
      }),
    );
  }
  return comparisons;
}

/** @param {string} serverUrl */
async function readVersions(serverUrl) {
  const { rows } = await query(serverUrl, "SHOW server_version");
  const said = await run("pgbench", ["--version"], { log: "bench-pgbench-version" });
  const peer = new URL("./peers/fastify/package.json", import.meta.url);
  const { dependencies } = JSON.parse(readFileSync(peer, "utf8"));
  const postgres = rows[0].server_version;
  return { node: process.version, postgres, pgbench: said.trim(), ...dependencies };
}
