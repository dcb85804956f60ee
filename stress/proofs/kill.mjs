/** The server is killed (`kill -9`) at random moments under load, and started again. */
import { setTimeout as delay } from "node:timers/promises";
import { openDurableDatabase } from "../../scripts/postgres.mjs";
import { auditLeads, auditMails } from "../audit/audit.mjs";
import { exactly, told } from "../audit/findings.mjs";
import { waitUntilSent } from "../audit/outbox.mjs";
import { auditLog } from "../audit/privacy.mjs";
import { LoadGenerator } from "../load/load-generator.mjs";
import { Random } from "../load/random.mjs";
import { startMailServer } from "../mail-server.mjs";
import { startServer } from "../server.mjs";

/** How long a server lives at most once it listens, in milliseconds. */
const LONGEST_LIFE = 1000;

/**
 * @param {import("../run.mjs").Options} options
 * @returns {Promise<import("../audit/findings.mjs").Finding[]>}
 */
export async function kill({ seed, random, rounds = 100 }) {
  const database = await openDurableDatabase();
  const mailServer = await startMailServer();
  const server = await startServer("kill", {
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
    // Nothing of a visitor may be in the log, however much is logged.
    LOG: "trace",
  });
  const load = new LoadGenerator({ url: server.url, random, atOnce: 16, pause: 300, retry: 50 });

  // Apart from the visitors' chances, which come in no certain order.
  const moments = new Random(seed);
  /** When the server was killed, and when it was dead. @type {[number, number][]} */
  const deaths = [];
  for (let round = 0; round < rounds; round += 1) {
    await delay(moments.between(0, LONGEST_LIFE));
    const killed = performance.now();
    await server.kill();
    deaths.push([killed, performance.now()]);
    await server.start();
  }
  await load.stop();
  await waitUntilSent(database.url);

  const findings = [
    told("kills, and connections that broke by them", deaths.length, load.broken),
    ...(await auditLeads(database.url, load.saved)),
    exactly("answers other than 200 and 201", load.answered, load.answeredOtherThan(200, 201)),
    ...auditMails(load.saved, mailServer, deaths),
  ];
  await server.stop();
  await mailServer.stop();
  await database.stop();
  return [...findings, await auditLog(server.logFile, load.saved.keys())];
}
