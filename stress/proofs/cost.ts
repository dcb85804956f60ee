/** Measures what a lead and an idle server cost, for docs/scaling.md. */
import { setTimeout as delay } from "node:timers/promises";
import { openDurableDatabase, query } from "../../scripts/postgres.ts";
import { cpuTime, postmasterPid } from "../audit/cpu-time.ts";
import { type Finding, measured } from "../audit/findings.ts";
import { waitUntilSent } from "../audit/outbox.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { LoadGenerator } from "../load/load-generator.ts";
import type { Options } from "../options.ts";
import { startServer } from "../server.ts";

/** The time without requests, in seconds. */
const IDLE_SECONDS = 20;

/** The tables that grow; the others are pruned. */
const GROWING = ["site_forms", "outbox"];

export async function cost({ random, rounds = 20_000 }: Options): Promise<Finding[]> {
  await using postgres = await openDurableDatabase();
  await using server = await startServer("cost", { DATABASE_URL: postgres.url, LOG: "warn" });
  const postmaster = postmasterPid(postgres.folder);
  await waitUntil("the server is ready", 30, async () => (await fetch(`${server.url}/readyz`)).ok);
  const look = async (): Promise<Record<string, number>> => ({
    ...(await figures(postgres.url)),
    postgresUs: cpuTime(postmaster),
    serverUs: cpuTime(server.process?.pid ?? 0),
  });

  const rested = await look();
  await delay(IDLE_SECONDS * 1000);
  const idle = await look();
  const load = new LoadGenerator({ url: server.url, random, atOnce: 64, pause: 0 });
  await waitUntil("the leads are saved", 600, () => load.saved.size >= rounds);
  await load.stop();
  await waitUntilSent(postgres.url);
  const loaded = await look();

  const leads = load.saved.size;
  const each = (name: string) => (loaded[name] - idle[name]) / leads;
  const second = (name: string) => (idle[name] - rested[name]) / IDLE_SECONDS;
  const row = (what: string, value: number, unit: string) =>
    measured(what, leads, `${value.toLocaleString("en", { maximumFractionDigits: 1 })} ${unit}`);
  return [
    row("Postgres's CPU time for a lead and its mail", each("postgresUs"), "µs"),
    row("the server's CPU time for a lead and its mail", each("serverUs"), "µs"),
    row("WAL of a lead and its mail", each("walBytes"), "bytes"),
    row("full pages in it", each("fullPages"), "pages"),
    ...GROWING.map((name) => row(`${name}, with indexes`, each(name), "bytes")),
    row("connections of an idle server", idle.connections, ""),
    row("transactions of an idle server", second("transactions"), "a second"),
    row("Postgres's CPU time for an idle server", second("postgresUs"), "µs a second"),
    row("CPU time of an idle server", second("serverUs"), "µs a second"),
  ];
}

async function figures(databaseUrl: string) {
  await query(databaseUrl, "SELECT pg_stat_force_next_flush()");
  const sizes = GROWING.map((name) => `pg_total_relation_size('${name}')::float8 AS ${name}`);
  const { rows } = await query(
    databaseUrl,
    `SELECT ${sizes.join(", ")}, wal_bytes::float8 AS "walBytes", wal_fpi::float8 AS "fullPages",
       (SELECT sum(xact_commit)::float8 FROM pg_stat_database) AS transactions,
       (SELECT count(*)::float8 FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()) AS connections
     FROM pg_stat_wal`,
  );
  return rows[0] as Record<string, number>;
}
