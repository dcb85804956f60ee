/** Kills the server (`kill -9`) at random times under load and restarts it. */
import { setTimeout as delay } from "node:timers/promises";
import { startMailServer } from "../../bench/mail-server.ts";
import { openDurableDatabase, query } from "../../scripts/postgres.ts";
import { auditLeads, auditMails } from "../audit/audit.ts";
import { exactly, type Finding, measured } from "../audit/findings.ts";
import { waitUntilSent } from "../audit/outbox.ts";
import { auditLog } from "../audit/privacy.ts";
import { LoadGenerator } from "../load/load-generator.ts";
import { Random } from "../load/random.ts";
import type { Options } from "../options.ts";
import { startServer } from "../server.ts";

/** The longest time before a kill, in milliseconds. */
const LONGEST_LIFE = 1000;

const END_LEASES = "UPDATE outbox SET leased_until = now() WHERE leased_until IS NOT NULL";

export async function kill({ seed, random, rounds = 100 }: Options): Promise<Finding[]> {
  await using database = await openDurableDatabase();
  await using mailServer = await startMailServer();
  await using server = await startServer("kill", {
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
    // The log must not contain personal data, even at this level.
    LOG: "trace",
    // On a busy machine no deadline of the server ends a request.
    DEADLINE_FACTOR: "20",
  });
  const load = new LoadGenerator({ url: server.url, random, pause: 300, retry: 50 });

  // Its own generator, because the visitors use theirs in an unpredictable order.
  const moments = new Random(seed);
  /** The periods from each kill to the process's end. */
  const deaths: [number, number][] = [];
  for (let round = 1; round <= rounds; round += 1) {
    await delay(moments.between(0, LONGEST_LIFE));
    const killed = performance.now();
    await server.kill();
    deaths.push([killed, performance.now()]);
    // Nobody needs to wait for the last leases of dead servers to end.
    if (round === rounds) await query(database.url, END_LEASES);
    await server.start();
  }
  await load.stop();
  await waitUntilSent(database.url);

  // Completes the log.
  await server[Symbol.asyncDispose]();
  return [
    measured("kills, and connections that they broke", deaths.length, load.broken),
    ...(await auditLeads(database.url, load.saved)),
    exactly("responses other than 200 and 201", load.answered, load.answeredOtherThan(200, 201)),
    ...auditMails(load.saved, mailServer, deaths),
    auditLog(server.logFile, load.saved.keys()),
  ];
}
