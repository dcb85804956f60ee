/** Measures the server's start and its idle memory, against Fastify. */
import { setTimeout as delay } from "node:timers/promises";
import { buildProduct } from "../scripts/build/product.ts";
import { step } from "../scripts/progress.ts";
import { createPlainTable } from "./contenders.mjs";
import { onNewDatabase } from "./databases.mjs";
import { compareMeasurements, OURS } from "./report.mjs";
import { migrate, PROFILE, startBackend, startFastify } from "./servers.mjs";
import { peerVersions, setUpPeer } from "./tools.mjs";

/** The idle time before the memory is measured. */
const REST_MS = 1000;

/** The number of starts per round. */
const STARTS = 3;

/** @type {[string, (databaseUrl: string) => Promise<unknown>, import("./servers.mjs").Start][]} */
const CONTENDERS = [
  [OURS, migrate, startBackend],
  ["fastify", createPlainTable, startFastify],
];

/** @type {import("./run.mjs").Part} */
export async function start({ rounds }) {
  await setUpPeer("fastify");
  await buildProduct(PROFILE);
  const what = "process start to first answer";
  /** @type {import("./report.mjs").Measurement[]} */
  const measurements = [];
  for (let round = 1; round <= rounds; round += 1) {
    await step(`${round}. starts`, async () => {
      for (const [contender, createTables, startServer] of CONTENDERS) {
        await onNewDatabase(createTables, async (databaseUrl) => {
          for (let times = 0; times < STARTS; times += 1) {
            const server = await startServer(databaseUrl);
            await delay(REST_MS);
            const figures = { startMs: server.firstAnswerMs, mib: server.memoryMib("VmRSS") };
            await server.stop();
            measurements.push({ what, contender, round, figures });
          }
        });
      }
    });
  }
  const line = { what, peer: "fastify", essential: true };
  return {
    comparisons: [
      compareMeasurements(measurements, {
        ...line,
        ...{ figure: "startMs", unit: "ms", aim: { most: 0.5 } },
      }),
      compareMeasurements(measurements, {
        ...line,
        ...{ label: "memory at rest", figure: "mib", unit: "MiB", aim: { most: 0.25 } },
      }),
    ],
    versions: { node: process.version, ...peerVersions("fastify") },
    measurements,
    errors: 0,
  };
}
