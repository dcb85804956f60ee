/**
 * A rolling upgrade: the next version's migrations expand the schema under load, while servers of this version
 * continue. No lead is refused.
 */
import { setTimeout as delay } from "node:timers/promises";
import { openDurableDatabase, query } from "../../scripts/postgres.ts";
import { auditLeads } from "../audit/audit.ts";
import { below, exactly, type Finding } from "../audit/findings.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { LoadGenerator } from "../load/load-generator.ts";
import type { Options } from "../options.ts";
import { startServer } from "../server.ts";

/**
 * Statements of an expanding migration, each in a transaction with the lock timeout of
 * `backend/src/database/migrations.rs`. (Indexes are created without a transaction.)
 */
const EXPANSIONS = [
  "ALTER TABLE site_forms ADD COLUMN next_a text",
  "ALTER TABLE site_forms ADD COLUMN next_b boolean NOT NULL DEFAULT false",
  "ALTER TABLE outbox ADD COLUMN next_c integer NOT NULL DEFAULT 0",
  "ALTER TABLE site_forms ADD CONSTRAINT next_d CHECK (char_length(next_a) < 9) NOT VALID",
  "ALTER TABLE site_forms VALIDATE CONSTRAINT next_d",
  "CREATE TABLE next_e (id uuid PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now())",
];

const INDEXES = [
  "CREATE INDEX CONCURRENTLY next_f ON site_forms (phone)",
  "CREATE INDEX CONCURRENTLY next_g ON phone_clicks (session_id)",
];

/** Messages of a kind that only the next version knows; this version's servers must ignore them. */
const NEXT_KIND = `
  INSERT INTO outbox (id, kind, state)
  SELECT gen_random_uuid(), 'next', 'pending' FROM generate_series(1, 100)`;

/** Selects the unchanged ones. */
const UNTOUCHED = "SELECT FROM outbox WHERE kind = 'next' AND state = 'pending' AND attempts = 0";

/** The leads inserted beforehand, so that creating an index takes a while. */
const ROWS = 300_000;

/** Visitors give up after this time, in milliseconds. */
const REQUIRED_ANSWER_MS = 5000;

export async function upgrade({ random, rounds = 5 }: Options): Promise<Finding[]> {
  await using postgres = await openDurableDatabase();
  const env = { DATABASE_URL: postgres.url };
  await using first = await startServer("upgrade-first", env);
  await waitUntil("the schema exists", 30, () => isReady(first.url));
  await query(
    postgres.url,
    `INSERT INTO site_forms (full_name, email, phone, message, site_name)
     SELECT 'Tree ' || i, i || '@oakmail.net', '404-' || i, repeat('An oak. ', 20), 'site'
     FROM generate_series(1, ${ROWS}) AS i`,
  );
  const load = new LoadGenerator({ url: first.url, random, pause: 50 });
  for (let round = 0; round < rounds; round += 1) {
    const names = (sql: string) => sql.replaceAll(/next_(\w)/g, `next_$1${round}`);
    for (const index of INDEXES) await query(postgres.url, names(index));
    for (const expansion of EXPANSIONS) await migrate(postgres.url, names(expansion));
  }
  await migrate(postgres.url, NEXT_KIND);
  await query(postgres.url, "INSERT INTO __diesel_schema_migrations VALUES ('20991231000000')");
  // A server of this version that starts now finds a newer schema.
  await using second = await startServer("upgrade-second", env);
  await waitUntil("the second server is ready", 30, () => isReady(second.url));
  const onSecond = new LoadGenerator({ ...load.options, url: second.url });
  await delay(2000);
  await Promise.all([load.stop(), onSecond.stop()]);
  const requests = [...load.requests, ...onSecond.requests];

  const leads = requests.filter(({ kind }) => kind === "lead");
  const saved = new Map([...load.saved, ...onSecond.saved]);
  return [
    exactly(
      "leads refused during the migrations and after them",
      leads.length,
      leads.filter(({ answer }) => answer?.status !== 201).length,
    ),
    exactly(
      "other requests that failed",
      requests.length - leads.length,
      requests.filter(({ kind, answer }) => kind !== "lead" && answer?.status !== 200).length,
    ),
    ...(await auditLeads(postgres.url, saved)),
    exactly(
      "unchanged messages of the next version's kind",
      100,
      (await query(postgres.url, UNTOUCHED)).rowCount ?? 0,
      100,
    ),
    below(
      "longest response time",
      requests.length,
      Math.max(...requests.map(({ began, ended }) => ended - began)),
      REQUIRED_ANSWER_MS,
      "ms",
    ),
  ];
}

/** Runs a statement like the backend's migrations, which retry while the table is in use. */
async function migrate(databaseUrl: string, sql: string) {
  await waitUntil("a migration has run", 30, () =>
    query(databaseUrl, `BEGIN; SET LOCAL lock_timeout = '500ms'; ${sql}; COMMIT`).then(
      () => true,
      (error) => {
        // lock_not_available
        if (error.code !== "55P03") throw error;
        return false;
      },
    ),
  );
}

async function isReady(url: string) {
  return (await fetch(`${url}/readyz`)).ok;
}
