/** Measures the owner's commands and the metrics with a full table, against an empty one. */
import { closeSync, openSync } from "node:fs";
import { tmpdir } from "node:os";
import { buildBackend } from "../scripts/build/backend.ts";
import { freePort } from "../scripts/port.ts";
import { step } from "../scripts/progress.ts";
import { startService } from "../scripts/service.ts";
import { fullDatabase, onNewDatabase } from "./databases.mjs";
import { compareMeasurements, medianOf, OURS } from "./report.mjs";
import {
  BACKEND,
  backendEnvironment,
  migrate,
  PROFILE,
  readMemory,
  startBackend,
} from "./servers.mjs";

const EMPTY = "an empty table";

/** The number of scrapes per round. */
const SCRAPES = 20;

/** The interval of reading an export's memory, in milliseconds. */
const MEMORY_INTERVAL_MS = 2;

/** @type {[label: string, figure: string, unit: string, aim: import("./report.mjs").Aim][]} */
const LINES = [
  ["leads list, first line", "listMs", "ms", { most: 1.5 }],
  ["leads export, first line", "exportMs", "ms", { most: 1.5 }],
  ["leads export, peak memory", "exportMib", "MiB", { mostOurs: 64 }],
  ["a scrape of the metrics", "scrapeMs", "ms", { mostOurs: 20 }],
];

/** @type {import("./run.mjs").Part} */
export async function growth({ rounds, fullTable }) {
  const what = `${fullTable.toLocaleString("en")} leads`;
  await buildBackend(PROFILE);
  /** @type {import("./report.mjs").Measurement[]} */
  const measurements = [];
  let errors = 0;
  const full = await fullDatabase(fullTable);
  await onNewDatabase(migrate, async (empty) => {
    for (const [contender, databaseUrl] of Object.entries({ [OURS]: full, [EMPTY]: empty })) {
      const table = contender === OURS ? what : EMPTY;
      for (let round = 1; round <= rounds; round += 1) {
        await step(`${round}. commands on ${table}`, async () => {
          const figures = {
            listMs: await timeToFirstLine(["leads", "list"], databaseUrl),
            exportMs: await timeToFirstLine(["leads", "export"], databaseUrl),
            scrapeMs: await timeOfScrape(databaseUrl),
          };
          measurements.push({ what, contender, round, figures });
        });
      }
      await step(`export of ${table}`, async () => {
        const { exportMib, failed } = await exportAll(databaseUrl);
        measurements.push({ what, contender, round: 1, figures: { exportMib } });
        if (failed) errors += 1;
      });
    }
  });
  const comparisons = LINES.map(([label, figure, unit, aim]) =>
    compareMeasurements(measurements, {
      ...{ what, label, figure, unit, aim },
      ...{ peer: EMPTY, essential: true },
    }),
  );
  return { comparisons, versions: {}, measurements, errors };
}

/**
 * Returns the time from a command's start to its first output, in milliseconds.
 *
 * @param {string[]} args
 * @param {string} databaseUrl
 */
async function timeToFirstLine(args, databaseUrl) {
  const started = performance.now();
  const command = startService(BACKEND, args, {
    cwd: tmpdir(),
    env: backendEnvironment(databaseUrl),
  });
  const output = /** @type {import("node:stream").Readable} */ (command.output);
  await new Promise((resolve) => output.once("data", resolve));
  const elapsed = performance.now() - started;
  await command.stop();
  return elapsed;
}

/**
 * Exports all leads to /dev/null.
 *
 * @param {string} databaseUrl
 */
async function exportAll(databaseUrl) {
  const output = openSync("/dev/null", "w");
  const command = startService(BACKEND, ["leads", "export"], {
    cwd: tmpdir(),
    env: backendEnvironment(databaseUrl),
    output,
  });
  closeSync(output);
  let exportMib = 0;
  const timer = setInterval(() => {
    // After the process has ended, there is no value.
    exportMib = readMemory(command.pid, "VmHWM") || exportMib;
  }, MEMORY_INTERVAL_MS);
  const failed = (await command.ended) !== 0;
  clearInterval(timer);
  return { exportMib, failed };
}

/**
 * Returns the median duration of some scrapes of a new server, in milliseconds.
 *
 * @param {string} databaseUrl
 */
async function timeOfScrape(databaseUrl) {
  const port = await freePort();
  const server = await startBackend(databaseUrl, { METRICS_PORT: String(port) });
  const times = [];
  for (let scrape = 0; scrape <= SCRAPES; scrape += 1) {
    const started = performance.now();
    await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    // The first scrape opens the connection.
    if (scrape > 0) times.push(performance.now() - started);
  }
  await server.stop();
  return medianOf(times);
}
