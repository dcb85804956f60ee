/** Measures mails delivered per second from a full outbox, against pg-boss and nodemailer. */
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { buildProduct } from "../scripts/build/product.ts";
import { run } from "../scripts/command.ts";
import { query } from "../scripts/postgres.ts";
import { step } from "../scripts/progress.ts";
import { startService } from "../scripts/service.ts";
import { createPlainTable } from "./contenders.mjs";
import { onNewDatabase } from "./databases.mjs";
import { fillTable } from "./full-table.mjs";
import { startMailServer } from "./mail-server.ts";
import { compareMeasurements, OURS } from "./report.mjs";
import { migrate, PEERS, PROFILE, startBackend } from "./servers.mjs";
import { peerVersions, setUpPeer } from "./tools.mjs";

/** After this time without a delivery, the remaining mails count as lost. */
const STALL_MS = 30_000;

/**
 * @typedef {object} Contender
 * @property {(databaseUrl: string) => Promise<unknown>} createTables
 * @property {(databaseUrl: string) => Promise<unknown>} fillOutbox adds a mail for each lead
 * @property {(databaseUrl: string, smtpUrl: string) => Promise<{ stop: () => Promise<void> }>} start
 */

/** @type {Record<string, Contender>} */
const CONTENDERS = {
  [OURS]: {
    createTables: migrate,
    fillOutbox: (databaseUrl) =>
      query(
        databaseUrl,
        "INSERT INTO outbox (id, kind, state) SELECT id, 'lead', 'pending' FROM site_forms",
      ),
    start: (databaseUrl, smtpUrl) => startBackend(databaseUrl, { SMTP_URL: smtpUrl }),
  },
  "pg-boss": {
    createTables: createPlainTable,
    fillOutbox: (databaseUrl) =>
      run(process.execPath, [path.join(PEERS, "pg-boss", "fill.mjs")], {
        log: "bench-pg-boss-fill",
        env: { DATABASE_URL: databaseUrl },
      }),
    start: async (databaseUrl, smtpUrl) =>
      startService(process.execPath, [path.join(PEERS, "pg-boss", "worker.mjs")], {
        cwd: tmpdir(),
        env: { DATABASE_URL: databaseUrl, SMTP_URL: smtpUrl, NODE_ENV: "production" },
      }),
  },
};

/** @type {import("./run.mjs").Part} */
export async function mail({ rounds, mails }) {
  await setUpPeer("pg-boss");
  await buildProduct(PROFILE);
  const what = `${mails.toLocaleString("en")} due mails`;
  /** @type {import("./report.mjs").Measurement[]} */
  const measurements = [];
  let errors = 0;
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, contender] of Object.entries(CONTENDERS)) {
      await step(`${round}. mails, ${name}`, async () => {
        const { mailsPerSecond, missing } = await measure(contender, mails);
        measurements.push({ what, contender: name, round, figures: { mailsPerSecond } });
        errors += missing;
        return `${Math.round(mailsPerSecond)} a second`;
      });
    }
  }
  return {
    comparisons: [
      compareMeasurements(measurements, {
        what,
        unit: "mails/s",
        figure: "mailsPerSecond",
        peer: "pg-boss",
        aim: { least: 2 },
        essential: true,
      }),
    ],
    versions: peerVersions("pg-boss"),
    measurements,
    errors,
  };
}

/**
 * Lets a contender deliver its outbox. The mail server counts each mail once and takes the time
 * from the first to the last.
 *
 * @param {Contender} contender
 * @param {number} mails
 */
function measure({ createTables, fillOutbox, start }, mails) {
  return onNewDatabase(createTables, async (databaseUrl) => {
    await fillTable(databaseUrl, mails);
    await fillOutbox(databaseUrl);
    await query(databaseUrl, "CHECKPOINT");
    const mailServer = await startMailServer();
    const delivery = await start(databaseUrl, mailServer.url);
    const started = performance.now();
    const { accepted } = mailServer;
    const delivered = () => new Set(accepted.map(({ id }) => id)).size;
    const stall = () => performance.now() - (accepted.at(-1)?.at ?? started);
    while (delivered() < mails && stall() < STALL_MS) await delay(100);
    await delivery.stop();
    await mailServer.stop();
    const elapsed = ((accepted.at(-1)?.at ?? 0) - accepted[0]?.at) / 1000;
    return { mailsPerSecond: (delivered() - 1) / elapsed, missing: mails - delivered() };
  });
}
