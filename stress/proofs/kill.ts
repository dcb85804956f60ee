/** The server is killed (`kill -9`) at random moments under load, and started again. */
import { setTimeout as delay } from "node:timers/promises";
import { openDurableDatabase } from "../../scripts/postgres.ts";
import { auditLeads, auditMails } from "../audit/audit.ts";
import { exactly, type Finding, told } from "../audit/findings.ts";
import { waitUntilSent } from "../audit/outbox.ts";
import { auditLog } from "../audit/privacy.ts";
import { LoadGenerator } from "../load/load-generator.ts";
import { Random } from "../load/random.ts";
import { startMailServer } from "../mail-server.ts";
import type { Options } from "../options.ts";
import { startServer } from "../server.ts";

/** How long a server lives at most once it listens, in milliseconds. */
const LONGEST_LIFE = 1000;

export async function kill({ seed, random, rounds = 100 }: Options): Promise<Finding[]> {
  await using database = await openDurableDatabase();
  await using mailServer = await startMailServer();
  await using server = await startServer("kill", {
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
    // Nothing of a visitor may be in the log, however much is logged.
    LOG: "trace",
  });
  const load = new LoadGenerator({ url: server.url, random, pause: 300, retry: 50 });

  // Apart from the visitors' chances, which come in no certain order.
  const moments = new Random(seed);
  /** When the server was killed, and when it was dead. */
  const deaths: [number, number][] = [];
  for (let round = 0; round < rounds; round += 1) {
    await delay(moments.between(0, LONGEST_LIFE));
    const killed = performance.now();
    await server.kill();
    deaths.push([killed, performance.now()]);
    await server.start();
  }
  await load.stop();
  await waitUntilSent(database.url);

  // The log is whole then.
  await server[Symbol.asyncDispose]();
  return [
    told("kills, and connections that broke by them", deaths.length, load.broken),
    ...(await auditLeads(database.url, load.saved)),
    exactly("answers other than 200 and 201", load.answered, load.answeredOtherThan(200, 201)),
    ...auditMails(load.saved, mailServer, deaths),
    auditLog(server.logFile, load.saved.keys()),
  ];
}
