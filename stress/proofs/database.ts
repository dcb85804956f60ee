/** Postgres crashes under load and restarts. The server stays. */
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { startMailServer } from "../../bench/mail-server.ts";
import { openDurableDatabase } from "../../scripts/postgres.ts";
import { auditLeads, auditMails } from "../audit/audit.ts";
import { below, exactly, type Finding } from "../audit/findings.ts";
import { waitUntilFlushed } from "../audit/outbox.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { hasSaved, LoadGenerator } from "../load/load-generator.ts";
import { Random } from "../load/random.ts";
import type { Options } from "../options.ts";
import { startServer } from "../server.ts";

/** The longest times between two crashes and until the restart, in milliseconds. */
const LONGEST_UP = 1500;
const LONGEST_AWAY = 1500;

/** The time from Postgres's restart to a saved lead. */
const REQUIRED_RETURN_MS = 2000;

/** The longest time that a visitor waits, in milliseconds. */
const REQUIRED_ANSWER_MS = 5000;

export async function database({ seed, random, rounds = 20 }: Options): Promise<Finding[]> {
  await using postgres = await openDurableDatabase();
  await using mailServer = await startMailServer();
  await using server = await startServer("database", {
    DATABASE_URL: postgres.url,
    SMTP_URL: mailServer.url,
  });

  const load = new LoadGenerator({ url: server.url, random });
  const { requests } = load;

  // Its own generator, because the visitors use theirs in an unpredictable order.
  const moments = new Random(seed);
  const deaths: [number, number][] = [];
  /** The times of the restarts. */
  const backs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await delay(moments.between(LONGEST_UP / 5, LONGEST_UP));
    const crashed = performance.now();
    await postgres.crash();
    const gone = performance.now();
    deaths.push([crashed, gone]);
    await delay(moments.between(0, LONGEST_AWAY));
    const [back] = await Promise.all([lastRefused(postgres.url), postgres.start()]);
    backs.push(back);
    await waitUntil("a lead is saved again", 30, () => load.hasSavedSince(back));
  }
  await load.stop();
  const stayed = server.ends === 0;
  // Mails that were leased when Postgres crashed are due again once their leases expire.
  await waitUntilFlushed(postgres.url);

  const returns = backs.map((back) => {
    const saved = requests.filter((request) => request.ended > back && hasSaved(request));
    return Math.min(...saved.map(({ ended }) => ended)) - back;
  });
  return [
    exactly("servers that ended", 1, stayed ? 0 : 1),
    ...(await auditLeads(postgres.url, load.saved)),
    ...auditMails(load.saved, mailServer, deaths),
    below(
      "longest from Postgres's return to a saved lead",
      backs.length,
      Math.max(...returns),
      REQUIRED_RETURN_MS,
      "ms",
    ),
    exactly("responses other than 200, 201", load.answered, load.answeredOtherThan(200, 201)),
    exactly("broken connections", requests.length, load.broken),
    below(
      "longest response time",
      requests.length,
      Math.max(...requests.map(({ began, ended }) => ended - began)),
      REQUIRED_ANSWER_MS,
      "ms",
    ),
  ];
}

/**
 * Returns the last time at which Postgres refused connections. Like `pg_isready`, it begins a connection:
 * Postgres requests authentication (`R`), or returns an error (`E`) while it is still starting. A later response
 * may come from a restarted Postgres.
 */
async function lastRefused(url: string) {
  let refused = performance.now();
  for (;;) {
    const began = performance.now();
    if ((await firstByte(new URL(url))) === "R") return refused;
    refused = began;
    await delay(2);
  }
}

function firstByte({ hostname, port, username, pathname }: URL): Promise<string> {
  const parameters = `user\0${username}\0database\0${pathname.slice(1)}\0\0`;
  const message = Buffer.alloc(8 + parameters.length);
  message.writeInt32BE(message.length, 0);
  // Protocol version 3.0.
  message.writeInt32BE(3 << 16, 4);
  message.write(parameters, 8);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(message));
    socket.on("data", (answer) => {
      socket.destroy();
      resolve(String.fromCharCode(answer[0]));
    });
    socket.on("error", () => resolve(""));
    socket.on("close", () => resolve(""));
  });
}
