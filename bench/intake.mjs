/** Measures the intake: leads per second, response times, and the cost of a full table. */
import { buildBackend } from "../scripts/build/backend.ts";
import { run } from "../scripts/command.ts";
import { query } from "../scripts/postgres.ts";
import { step } from "../scripts/progress.ts";
import { backend, fastify, pgbench } from "./contenders.mjs";
import { fullDatabase, onNewDatabase, postgres } from "./databases.mjs";
import { compareMeasurements, OURS } from "./report.mjs";
import { PROFILE } from "./servers.mjs";
import { peerVersions, setUpCommands, setUpPeer } from "./tools.mjs";

/**
 * @typedef {import("./contenders.mjs").Contender} Contender
 * @typedef {{ what: string, connections: number, full?: boolean }} Scenario
 */

/** What is compared in each scenario. @type {(Omit<import("./report.mjs").Line, "what"> & { name: string, aims?: Record<number, import("./report.mjs").Aim> })[]} */
const LINES = [
  { ...leads("fastify"), aims: { ...underLoad({ least: 2.5 }), 32: { least: 1.8 } } },
  { ...leads("pgbench"), aims: { 32: { least: 0.65 }, 128: { least: 0.85 } } },
  { ...time("p50", "p50Ms"), aims: { 1: { most: 1.1 } } },
  { ...time("p99", "p99Ms"), aims: underLoad({ most: 0.2 }) },
  time("p99.9", "p999Ms"),
  {
    ...{ name: "peak memory", figure: "peakMemoryMib", unit: "MiB", peer: "fastify" },
    aims: underLoad({ most: 0.25 }),
  },
];

/** @param {string} peer */
function leads(peer) {
  return { name: "leads", figure: "leadsPerSecond", unit: "leads/s", peer };
}

/** @param {string} name @param {string} figure */
function time(name, figure) {
  return { name, figure, unit: "ms", peer: "fastify" };
}

/** Returns aims by number of connections. @param {import("./report.mjs").Aim} aim */
function underLoad(aim) {
  return { 32: aim, 128: aim, 256: aim };
}

/** @type {import("./run.mjs").Part} */
export async function intake({ rounds, seconds, connections, fullTable, seed }) {
  await setUpCommands("wrk", "pgbench");
  await setUpPeer("fastify");
  await buildBackend(PROFILE);

  /** @type {Scenario[]} */
  const scenarios = [1, ...connections].map((many) => ({
    what: many === 1 ? "a lone lead" : `${many} connections`,
    connections: many,
  }));
  const [, empty] = scenarios;
  const full = {
    what: `${connections[0]} connections, ${fullTable.toLocaleString("en")} leads held`,
    connections: connections[0],
    full: true,
  };
  if (fullTable > 0) await fullDatabase(fullTable);

  /** @type {import("./report.mjs").Measurement[]} */
  const measurements = [];
  let errors = 0;
  for (let round = 1; round <= rounds; round += 1) {
    for (const scenario of fullTable > 0 ? [...scenarios, full] : scenarios) {
      await step(`${round}. ${scenario.what}`, async () => {
        const rates = [];
        for (const contender of scenario.full ? [backend] : [backend, fastify, pgbench]) {
          const load = { connections: scenario.connections, seconds, seed: seed++ };
          const measureOn = (/** @type {string} */ databaseUrl) =>
            measure(contender, { databaseUrl, ...load });
          const { errors: wrong, ...figures } = scenario.full
            ? await measureOn(await fullDatabase(fullTable))
            : await onNewDatabase(contender.createTables, measureOn);
          errors += wrong;
          const labels = { what: scenario.what, contender: contender.name, round, seed: load.seed };
          measurements.push({ ...labels, figures });
          rates.push(`${contender.name} ${Math.round(figures.leadsPerSecond)}`);
        }
        return rates.join(", ");
      });
    }
  }
  const comparisons = scenarios.flatMap(({ what, connections: many }) =>
    LINES.map(({ name, aims, ...line }) =>
      compareMeasurements(measurements, {
        ...{ ...line, what, label: `${what}, ${name}` },
        aim: aims?.[many],
        essential: many === connections[0] && aims?.[many] !== undefined,
      }),
    ),
  );
  if (fullTable > 0) {
    comparisons.push(
      compareMeasurements(measurements, {
        ...{ figure: "leadsPerSecond", unit: "leads/s", what: full.what },
        ...{ peer: OURS, peerWhat: empty.what, peerName: "an empty table" },
        aim: { least: 0.9 },
        essential: true,
      }),
    );
  }
  return { comparisons, versions: await readVersions(), measurements, errors };
}

/**
 * Measures a contender on a database. A 201 for a lead that isn't in the table also counts as an
 * error.
 *
 * @param {Contender} contender
 * @param {import("./contenders.mjs").Load} load
 */
async function measure(contender, load) {
  // Keeps one contender's writes from slowing down the next one.
  await query(load.databaseUrl, "CHECKPOINT");
  const before = await countLeads(load.databaseUrl);
  const figures = await contender.measure(load);
  const saved = (await countLeads(load.databaseUrl)) - before;
  return { ...figures, errors: figures.errors + Math.max(0, figures.leads - saved) };
}

/** @param {string} databaseUrl */
async function countLeads(databaseUrl) {
  const { rows } = await query(databaseUrl, "SELECT count(*)::int FROM site_forms");
  return rows[0].count;
}

async function readVersions() {
  const { rows } = await query(await postgres(), "SHOW server_version");
  const version = await run("pgbench", ["--version"], { log: "bench-pgbench-version" });
  return { postgres: rows[0].server_version, pgbench: version.trim(), ...peerVersions("fastify") };
}
