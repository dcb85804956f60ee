/**
 * Partitions the tables with `docs/partitions.sql` while visitors send leads, creates and drops months, uses the
 * owner's commands and the desk, and exports leads from a replica.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fillTable } from "../../bench/full-table.mjs";
import {
  createDatabase,
  dropDatabase,
  openDurableDatabase,
  query,
} from "../../scripts/postgres.ts";
import { ROOT } from "../../scripts/settings.ts";
import { auditLeads, type SavedLeads } from "../audit/audit.ts";
import { cpuTime, postmasterPid } from "../audit/cpu-time.ts";
import { below, exactly, type Finding, measured } from "../audit/findings.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { findDebianPostgres, openReplica } from "../debian-postgres.ts";
import { ask } from "../load/http.ts";
import { type Lead, nextLead, savedId, saveLead } from "../load/lead.ts";
import { hasSaved, LoadGenerator } from "../load/load-generator.ts";
import type { Options } from "../options.ts";
import { Server, startServer } from "../server.ts";

const OWNER = "owner@tree-care.example";

/** A role like the server's in `docs/operations.md`: it can't change the schema or erase leads. */
const LOGIN = { name: "partitions_site", password: "partitions" };

/** Memory settings as on a machine for tables of this size. */
const SETTINGS = ["shared_buffers=512MB", "max_wal_size=4GB", "maintenance_work_mem=512MB"];

const TABLES = ["site_forms", "outbox"];
const MONTHS = 12;

/** Matches the leads that were inserted beforehand. */
const FILLED = "full_name NOT LIKE 'Ada Quercus%'";

/** An index that the next version adds. */
const INDEX = "site_forms_phone_idx";
const VALID_INDEX = `pg_index WHERE indexrelid = '${INDEX}'::regclass AND indisvalid`;

/** The visitors of the comparison, and the length of a round in milliseconds. */
const VISITORS = 64;
const ROUND_MS = 5000;
const ROUNDS = 3;

/** Visitors give up after this time, in milliseconds. */
const REQUIRED_ANSWER_MS = 5000;

/** The number of expired mails; the server prunes once a minute. */
const EXPIRED = 1000;
const PRUNED_SECONDS = 180;

/** @param options `rounds` is the number of leads inserted beforehand */
export async function partitions({ random, rounds: leads = 300_000 }: Options): Promise<Finding[]> {
  const binDir = await findDebianPostgres();
  await using postgres = await openDurableDatabase(SETTINGS, binDir);
  const { url } = postgres;
  await using owner = commandsOn(url);
  await owner.command(["migrate"]);
  await fill(url, leads);
  await query(
    url,
    `CREATE ROLE ${LOGIN.name} LOGIN PASSWORD '${LOGIN.password}' IN ROLE canopy_backend`,
  );
  const { pathname } = new URL(url);
  const maintenance = Object.assign(new URL(url), { pathname: "/postgres" }).href;
  const plainUrl = await createDatabase(maintenance, "plain", pathname.slice(1));
  const plainBytes = await sizes(url);
  const rights = await rightsOf(url);

  await using server = await startServer("partitions", environment(url));
  const load = new LoadGenerator({ url: server.url, random });
  const timed = async (sql: string) => {
    const began = performance.now();
    await query(url, sql);
    return performance.now() - began;
  };
  await waitUntil("a lead is saved", 30, () => load.hasSavedSince(0));
  await query(url, readFileSync(path.join(ROOT, "docs", "partitions.sql"), "utf8"));
  const [oldest, newest] = [monthsFromNow(1 - MONTHS), monthsFromNow(1)];
  for (const table of TABLES) {
    await query(url, `CALL partitions.build('${table}', '${oldest}', '${newest}')`);
  }
  const copied = await timed("CALL partitions.copy('site_forms')");
  await query(url, "CALL partitions.copy('outbox')");
  const switched = await timed("CALL partitions.switch()");
  const differing = await countDiffering(url);
  await query(url, "DROP SCHEMA unpartitioned CASCADE");
  const converted = performance.now();
  await waitUntil("a lead is saved in a partition", 30, () => load.hasSavedSince(converted));

  const next = monthsFromNow(2);
  // From browsers whose clocks are fast and slow.
  for (const month of [next, oldest]) {
    const lead = { ...nextLead(random), key: random.uuidOfTime(Date.parse(month)) };
    load.saved.set(lead, savedId(await saveLead(server.url, lead)) ?? "not saved");
  }
  const made = await timed(`CALL partitions.make_month('public.site_forms', '${next}')`);
  await query(url, `CALL partitions.make_month('public.outbox', '${next}')`);
  const before = await count(url, "site_forms");
  const inMonth = await count(url, `${partition(oldest)} WHERE ${FILLED}`);
  const dropped = await timed(`CALL partitions.drop_month('public.site_forms', '${oldest}')`);
  const unfinished = await addUnfinished(url, oldest);
  await query(url, `CALL partitions.drop_month('public.outbox', '${oldest}')`);
  const kept = await count(url, `outbox WHERE id IN ('${unfinished.join("', '")}')`);
  // While a query reads the whole table for longer than the lock timeout.
  const second = monthsFromNow(2 - MONTHS);
  const inSecond = await count(url, partition(second));
  const reading = query(url, "BEGIN; SELECT FROM site_forms LIMIT 1; SELECT pg_sleep(3); COMMIT");
  await waitUntil("the table is read", 10, async () => {
    return (await count(url, "pg_stat_activity WHERE wait_event = 'PgSleep'")) > 0;
  });
  const droppedBehind = await timed(`CALL partitions.drop_month('public.site_forms', '${second}')`);
  await reading;
  const rightsNow = await rightsOf(url);
  const partitionedBytes = await sizes(url);
  await query(url, `CALL partitions.run('CREATE INDEX ${INDEX} ON ONLY site_forms (phone)')`);
  const { rows } = await query(url, `SELECT partitions.complete_index('${INDEX}') AS statement`);
  for (const { statement } of rows) await query(url, statement);
  const droppedAt = performance.now();
  await waitUntil("a lead is saved after the month", 30, () => load.hasSavedSince(droppedAt));
  await load.stop();
  const left = await count(url, `site_forms WHERE ${FILLED}`);
  const requests = load.requests.filter(({ kind }) => kind === "lead");

  const findings = [
    ...answersOf("while the tables were partitioned", load, -Infinity, converted),
    ...answersOf("while months were made and dropped", load, converted, Infinity),
    exactly("rows that differ after the partitioning", before, differing),
    exactly("missing leads of other months", before, leads - inMonth - inSecond - left),
    exactly("messages kept from a dropped month: the unfinished one", unfinished.length, kept, 1),
    exactly("grants and policies that differ", rights.length, difference(rights, rightsNow)),
    exactly(
      "leads in the default partition: the one with a slow clock",
      requests.length,
      await strays(url),
      1,
    ),
    exactly("valid indexes created meanwhile", 1, await count(url, VALID_INDEX), 1),
    ...(await auditLeads(url, load.saved)),
    measured("time of copying the rows and their indexes", leads, seconds(copied)),
    measured("time of the switch", 1, milliseconds(switched)),
    measured("time of creating a month", 1, milliseconds(made)),
    measured("time of dropping a month", inMonth, milliseconds(dropped)),
    measured(
      "time of dropping a month that is read for 3 s",
      inSecond,
      milliseconds(droppedBehind),
    ),
    measured("indexes of the plain site_forms", leads, mebibytes(plainBytes.all)),
    measured("indexes of the partitions, all", before, mebibytes(partitionedBytes.all)),
    measured("indexes of a full month", inMonth, mebibytes(partitionedBytes.largest)),
  ];
  await query(url, `DROP INDEX ${INDEX}`);
  findings.push(...(await compare(postgres.folder, server, plainUrl, random)));
  await dropDatabase(url, "plain");
  findings.push(...(await useTables(url, server, owner, random)));
  findings.push(...(await exportFromReplica(url, binDir, server, random)));
  return findings;
}

/** Inserts leads of twelve months, and the sent mails of the last 29 days. */
async function fill(databaseUrl: string, leads: number) {
  const milliseconds = Date.now() - Date.parse(monthsFromNow(1 - MONTHS));
  await fillTable(databaseUrl, leads, `${milliseconds / leads} milliseconds`);
  await query(databaseUrl, sentMails("created_at > now() - interval '29 days'"));
  await query(databaseUrl, "VACUUM ANALYZE outbox");
}

/** Returns a statement that inserts the sent mails of some leads. */
function sentMails(leads: string) {
  return `INSERT INTO outbox (id, created_at, kind, state, finished_at)
    SELECT id, created_at, 'lead', 'sent', created_at FROM site_forms WHERE ${leads}`;
}

/** Compares saved leads per second and Postgres's CPU time with those of the plain tables. */
async function compare(
  folder: string,
  server: Server,
  plainUrl: string,
  random: Options["random"],
) {
  await using plain = await startServer("partitions-plain", environment(plainUrl));
  const contenders = [
    { name: "plain", server: plain, leads: 0, cpuUs: 0 },
    { name: "partitioned", server, leads: 0, cpuUs: 0 },
  ];
  await waitUntil(
    "the plain server is ready",
    30,
    async () => (await fetch(`${plain.url}/readyz`)).ok,
  );
  const postmaster = postmasterPid(folder);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contender of contenders) {
      const before = cpuTime(postmaster);
      const { url } = contender.server;
      const load = new LoadGenerator({ url, random, atOnce: VISITORS, pause: 0 });
      await delay(ROUND_MS);
      await load.stop();
      contender.leads += load.saved.size;
      contender.cpuUs += cpuTime(postmaster) - before;
    }
  }
  return contenders.flatMap(({ name, leads, cpuUs }) => [
    measured(`leads a second, ${name}`, leads, (leads * 1000) / (ROUNDS * ROUND_MS)),
    measured(
      `Postgres's CPU time for a lead and its mail, ${name}`,
      leads,
      `${Math.round(cpuUs / leads)} µs`,
    ),
  ]);
}

/** Uses the owner's commands, the desk, and the pruning. */
async function useTables(url: string, server: Server, owner: Server, random: Options["random"]) {
  const [lead, another] = [nextLead(random), nextLead(random)];
  const saved: SavedLeads = new Map();
  for (const sent of [lead, another]) {
    const id = savedId(await saveLead(server.url, sent));
    if (id) saved.set(sent, id);
  }
  const all = await count(url, "site_forms");
  const list = await owner.command(["leads", "list", "--limit", "2"]);
  const exported = await exportAll(owner);
  await owner.command(["leads", "erase", "--email", lead.row.email, "--yes"]);
  const erased = await query(
    url,
    `SELECT FROM site_forms WHERE id = '${saved.get(lead)}'
     UNION ALL SELECT FROM outbox WHERE id = '${saved.get(lead)}'`,
  );
  const shown = await askDesk(server, owner, another);
  const expired = "created_at BETWEEN now() - interval '90 days' AND now() - interval '31 days'";
  const mails = await query(url, `${sentMails(expired)} LIMIT ${EXPIRED}`);
  let left = EXPIRED;
  await waitUntil("the mails are pruned", PRUNED_SECONDS, async () => {
    left = await count(url, `outbox WHERE ${expired}`);
    return left === 0;
  });
  return [
    exactly("leads missing from `leads list`", 2, absent(list, [lead, another])),
    exactly("leads missing from `leads export`", all, all - exported.leads),
    measured("leads that `leads export` writes per second", all, exported.rate),
    exactly("expired mails that were not pruned", mails.rowCount ?? 0, left),
    exactly("rows of an erased person", 2, erased.rowCount ?? 0),
    exactly("leads missing from the desk's list and search", 2, 2 - shown),
  ];
}

/** Returns how many of the desk's list and search contain a lead. */
async function askDesk(server: Server, owner: Server, lead: Lead) {
  const link = await owner.command(["desk", "link", OWNER]);
  const [, token] = /#sign-in=(\S+)/.exec(link) ?? [];
  const { headers } = await ask(`${server.url}/api/desk/session`, { json: { token } });
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  const pages = await Promise.all(
    ["", `?search=${encodeURIComponent(lead.name)}`].map((asked) =>
      ask(`${server.url}/api/desk/leads${asked}`, { headers: { cookie } }),
    ),
  );
  return pages.filter(({ text }) => text.includes(lead.name)).length;
}

/** Runs `leads export` on a streaming replica while the primary saves leads. */
async function exportFromReplica(
  url: string,
  binDir: string,
  server: Server,
  random: Options["random"],
) {
  await using replica = await openReplica(url, binDir);
  await using reader = commandsOn(`${replica.url}?target_session_attrs=any`);
  const load = new LoadGenerator({ url: server.url, random });
  await waitUntil("a lead is saved", 30, () => load.hasSavedSince(0));
  const before = await count(replica.url, "site_forms");
  const exported = await exportAll(reader);
  await load.stop();
  const refused = load.requests.filter((request) => request.kind === "lead" && !hasSaved(request));
  await waitUntil("the replica has all leads", 60, async () => {
    return (await count(replica.url, "site_forms")) === (await count(url, "site_forms"));
  });
  return [
    exactly(
      "leads missing from an export of the replica",
      before,
      Math.max(0, before - exported.leads),
    ),
    measured("leads that it writes per second under load", exported.leads, exported.rate),
    exactly("leads that the primary refused meanwhile", load.saved.size, refused.length),
    ...(await auditLeads(replica.url, load.saved)),
  ];
}

/** Exports all leads; returns their number, and how many were exported a second. */
async function exportAll(server: Server) {
  const began = performance.now();
  const output = await server.command(["leads", "export", "--output", "leads.csv"]);
  const leads = Number(/([\d,]+) requests?/.exec(output)?.[1].replaceAll(",", ""));
  return { leads, rate: (leads * 1000) / (performance.now() - began) };
}

/** Runs the program's commands on a database, without a server. */
function commandsOn(databaseUrl: string) {
  return new Server("stress-partitions-commands", 0, 0, {
    DATABASE_URL: databaseUrl,
    DESK_EMAILS: OWNER,
  });
}

function environment(databaseUrl: string) {
  const url = Object.assign(new URL(databaseUrl), {
    username: LOGIN.name,
    password: LOGIN.password,
  });
  return { DATABASE_URL: url.href, DESK_EMAILS: OWNER, LOG: "warn" };
}

/** Returns findings about the requests of a period. */
function answersOf(when: string, load: LoadGenerator, from: number, to: number) {
  const requests = load.requests.filter(({ began }) => began >= from && began < to);
  const leads = requests.filter(({ kind }) => kind === "lead");
  return [
    exactly(`leads refused ${when}`, leads.length, leads.filter((lead) => !hasSaved(lead)).length),
    below(
      `longest response time ${when}`,
      requests.length,
      Math.max(...requests.map(({ began, ended }) => ended - began)),
      REQUIRED_ANSWER_MS,
      "ms",
    ),
  ];
}

/** Returns the first day of a month; 0 is the present month. */
function monthsFromNow(months: number) {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months));
  return month.toISOString().slice(0, 10);
}

function partition(month: string) {
  return `partitions.site_forms_${month.slice(0, 7).replace("-", "_")}`;
}

async function count(databaseUrl: string, rows: string) {
  const { rows: found } = await query(databaseUrl, `SELECT count(*) FROM ${rows}`);
  return Number(found[0].count);
}

/** Returns how many messages are missing from the new outbox, plus one if the leads' contents differ. */
async function countDiffering(databaseUrl: string) {
  // Compares checksums, because a join of ten million leads would fill the disk.
  const sum = (schema: string) =>
    `(SELECT sum(hashtextextended(lead::text, 0)) FROM ${schema}.site_forms AS lead WHERE ${FILLED})`;
  const { rows } = await query(
    databaseUrl,
    `SELECT ${sum("unpartitioned")} IS DISTINCT FROM ${sum("public")} AS differ`,
  );
  const missing = await count(
    databaseUrl,
    "unpartitioned.outbox AS plain LEFT JOIN outbox AS now USING (id) WHERE now.id IS NULL",
  );
  return missing + Number(rows[0].differ);
}

/** Inserts a dead message, which its owner may still retry, and a sent one into a month of the outbox. */
async function addUnfinished(databaseUrl: string, month: string): Promise<string[]> {
  const { rows } = await query(
    databaseUrl,
    `INSERT INTO outbox (id, kind, state, finished_at)
     SELECT (left(partitions.bound('${month}')::text, 35) || digit)::uuid, 'lead', state, now()
     FROM (VALUES (1, 'dead'), (2, 'sent')) AS message (digit, state)
     RETURNING id`,
  );
  return rows.map(({ id }) => id);
}

/** Returns how many of the server's leads are in the default partition. */
function strays(databaseUrl: string) {
  return count(databaseUrl, "partitions.site_forms_default WHERE full_name LIKE 'Ada Quercus%'");
}

/** Returns the privileges, policies, and indexes of the tables, one text each. */
async function rightsOf(databaseUrl: string): Promise<string[]> {
  const { rows } = await query(
    databaseUrl,
    `SELECT concat_ws(' ', table_name, column_name, grantee, privilege_type) AS line
     FROM information_schema.column_privileges
     WHERE table_schema = 'public' AND table_name IN ('site_forms', 'outbox')
     UNION SELECT concat_ws(' ', table_name, grantee, privilege_type)
     FROM information_schema.table_privileges
     WHERE table_schema = 'public' AND table_name IN ('site_forms', 'outbox')
     UNION SELECT concat_ws(' ', relname, relrowsecurity, relowner::regrole)
     FROM pg_class WHERE oid IN ('site_forms'::regclass, 'outbox'::regclass)
     UNION SELECT concat_ws(' ', tablename, policyname, roles, cmd, qual, with_check)
     FROM pg_policies WHERE schemaname = 'public' AND tablename IN ('site_forms', 'outbox')
     UNION SELECT concat_ws(' ', 'partition', table_name, grantee, privilege_type)
     FROM information_schema.table_privileges
     WHERE table_schema = 'partitions' AND grantee NOT IN (SELECT current_user)
     UNION SELECT indexname FROM pg_indexes
     WHERE schemaname = 'public' AND tablename IN ('site_forms', 'outbox')`,
  );
  return rows.map(({ line }) => line);
}

/** Returns how many texts are in only one of two lists. */
function difference(one: string[], other: string[]) {
  return new Set(one).symmetricDifference(new Set(other)).size;
}

/** Returns the bytes of `site_forms`'s indexes: of all of them, and of its largest partition. */
async function sizes(databaseUrl: string): Promise<{ all: number; largest: number }> {
  const { rows } = await query(
    databaseUrl,
    `SELECT coalesce(sum(pg_indexes_size(relid)), pg_indexes_size('site_forms'))::float8 AS all,
       max(pg_indexes_size(relid))::float8 AS largest
     FROM pg_partition_tree('site_forms')`,
  );
  return rows[0];
}

/** Returns how many of the leads are missing from a text. */
function absent(text: string, leads: Lead[]) {
  return leads.filter(({ name }) => !text.includes(name)).length;
}

function milliseconds(time: number) {
  return `${Math.round(time)} ms`;
}

function seconds(time: number) {
  return `${Math.round(time / 1000)} s`;
}

function mebibytes(bytes: number) {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}
