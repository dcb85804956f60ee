/**
 * Rolling upgrades. A database of the first release becomes one of this version, with the appointments that follow
 * from its events. Then the next version's migrations expand the schema under load, while servers of this version
 * continue. No lead is refused.
 */
import { readFileSync } from "node:fs";
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

/** The schema of the first release. */
const RELEASED = new URL("../../backend/tests/api/database/released.sql", import.meta.url);

const VISITS = 1_000;

/** What servers of the first release wrote when visits were set for leads without one. */
const SET_VISITS = (count: number) => `
  WITH lead AS (
    UPDATE site_forms SET status = 'called', events = 1, visit_by = 'Eli', answered_at = now(),
      visit_at = created_at + interval '3 days', next_at = created_at + interval '3 days', changed_at = now()
    WHERE id IN (SELECT id FROM site_forms WHERE visit_at IS NULL AND site_name = 'site' LIMIT ${count})
    RETURNING id, visit_at)
  INSERT INTO desk_events (id, at, who, lead_id, kind, data)
  SELECT gen_random_uuid(), now(), 'owner@tree-care.example', id, 'visit-set',
    jsonb_build_object('visitAt', visit_at, 'visitBy', 'Eli')
  FROM lead`;

/** Selects the visits that are open appointments, by the id that the fold gives them. */
const APPOINTMENTS = `
  SELECT FROM site_forms JOIN appointments ON lead_id = site_forms.id
  JOIN desk_events ON desk_events.id = appointments.id AND desk_events.lead_id = site_forms.id
  WHERE ended IS NULL AND begins_at = visit_at AND appointments.data->>'crew' = 'Eli'`;

/** Servers save anew what an earlier version saved once a minute. */
const SAVED_ANEW_WITHIN_SECONDS = 120;

/** Visitors give up after this time, in milliseconds. */
const REQUIRED_ANSWER_MS = 5000;

export async function upgrade({ random, rounds = 5 }: Options): Promise<Finding[]> {
  await using postgres = await openDurableDatabase();
  const env = { DATABASE_URL: postgres.url };
  await query(postgres.url, readFileSync(RELEASED, "utf8"));
  await query(
    postgres.url,
    `INSERT INTO site_forms (full_name, email, phone, message, site_name)
     SELECT 'Tree ' || i, i || '@oakmail.net', '404-' || i, repeat('An oak. ', 20), 'site'
     FROM generate_series(1, ${ROWS}) AS i`,
  );
  await query(postgres.url, SET_VISITS(VISITS));
  await using first = await startServer("upgrade-first", env);
  await waitUntil("the schema is of this version", 60, () => isReady(first.url));
  const appointments = async () => (await query(postgres.url, APPOINTMENTS)).rowCount ?? 0;
  await waitUntil(
    "visits are appointments",
    SAVED_ANEW_WITHIN_SECONDS,
    async () => (await appointments()) >= VISITS,
  );
  // A server of the version before runs beside this one.
  await query(postgres.url, SET_VISITS(10));
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
  await waitUntil(
    "visits that the version before sets are appointments",
    SAVED_ANEW_WITHIN_SECONDS,
    async () => (await appointments()) >= VISITS + 10,
  );
  const requests = [...load.requests, ...onSecond.requests];

  const leads = requests.filter(({ kind }) => kind === "lead");
  const saved = new Map([...load.saved, ...onSecond.saved]);
  return [
    exactly(
      "visits of the version before that are appointments",
      VISITS + 10,
      await appointments(),
      VISITS + 10,
    ),
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
