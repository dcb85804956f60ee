/** The synchronous standby stops: commits wait for it, and the server acknowledges no lead. */
import { setTimeout as delay } from "node:timers/promises";
import { openDurableDatabase, query } from "../../scripts/postgres.ts";
import { auditLeads } from "../audit/audit.ts";
import { atMost, below, exactly, type Finding } from "../audit/findings.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { hasSaved, LoadGenerator } from "../load/load-generator.ts";
import type { Options } from "../options.ts";
import { startServer } from "../server.ts";

/** The form gives up after this time, in milliseconds. */
const REQUIRED_ANSWER_MS = 15_000;

/**
 * The server's maximum of connections: the default pool's, four for mails and metrics, and the writer's eight,
 * all but one of which wait for a commit.
 */
const REQUIRED_CONNECTIONS = 10 + 4 + 8;

export async function standby({ random, rounds = 15 }: Options): Promise<Finding[]> {
  await using postgres = await openDurableDatabase();
  await using server = await startServer("standby", { DATABASE_URL: postgres.url });
  const load = new LoadGenerator({ url: server.url, random });
  await waitUntil("a lead is saved", 30, () => load.hasSavedSince(0));

  await configure(postgres.url, "ALTER SYSTEM SET synchronous_standby_names = 'elsewhere'");
  await waitUntil("a commit waits", 30, async () => {
    return (await count(postgres.url, "wait_event = 'SyncRep'")) > 0;
  });
  const gone = performance.now();
  let connections = 0;
  for (let second = 0; second < rounds; second += 1) {
    await delay(1000);
    connections = Math.max(connections, await count(postgres.url, "true"));
  }
  const back = performance.now();
  await configure(postgres.url, "ALTER SYSTEM RESET synchronous_standby_names");
  await waitUntil("a lead is saved again", 30, () => load.hasSavedSince(back));
  await load.stop();

  const during = load.requests.filter(({ began, ended }) => began > gone && ended < back);
  const leads = during.filter(({ kind }) => kind === "lead");
  return [
    exactly("acknowledged leads that no standby has", leads.length, leads.filter(hasSaved).length),
    atMost("the server's connections meanwhile", rounds, connections, REQUIRED_CONNECTIONS),
    below(
      "longest response time meanwhile",
      during.length,
      Math.max(...during.map(({ began, ended }) => ended - began)),
      REQUIRED_ANSWER_MS,
      "ms",
    ),
    ...(await auditLeads(postgres.url, load.saved)),
  ];
}

/** Changes the server's configuration file and reloads it. */
async function configure(databaseUrl: string, sql: string) {
  await query(databaseUrl, sql);
  await query(databaseUrl, "SELECT pg_reload_conf()");
}

/** Returns how many other connections are in a state. */
async function count(databaseUrl: string, state: string) {
  const { rows } = await query(
    databaseUrl,
    `SELECT count(*) FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND ${state}`,
  );
  return Number(rows[0].count);
}
