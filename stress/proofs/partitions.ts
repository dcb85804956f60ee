/**
 * `docs/partitions.sql` makes the tables partitioned while visitors send leads; a month is made and
 * dropped; the owner's commands and the desk read the partitions; and leads are exported from a replica.
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
import { below, exactly, type Finding, told } from "../audit/findings.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { findDebianPostgres, openReplica } from "../debian-postgres.ts";
import { ask } from "../load/http.ts";
import { type Lead, nextLead, savedId, saveLead } from "../load/lead.ts";
import { hasSaved, LoadGenerator } from "../load/load-generator.ts";
import type { Options } from "../options.ts";
import { Server, startServer } from "../server.ts";

const OWNER = "owner@tree-care.example";

/** A login of those that `docs/operations.md` lets the server have: it may neither change the schema nor erase. */
const LOGIN = { name: "partitions_site", password: "partitions" };

/** How much room the tables have before their files are written: as on a machine that they are made for. */
const SETTINGS = ["shared_buffers=512MB", "max_wal_size=4GB", "maintenance_work_mem=512MB"];

const TABLES = ["site_forms", "outbox"];
const MONTHS = 12;

/** The leads that were there beforehand. */
const FILLED = "full_name NOT LIKE 'Ada Quercus%'";

/** The next version's. */
const INDEX = "site_forms_phone_idx";
const VALID_INDEX = `pg_index WHERE indexrelid = '${INDEX}'::regclass AND indisvalid`;

/** The visitors of a comparison, and how long each of its rounds takes, in milliseconds. */
const VISITORS = 64;
const ROUND_MS = 5000;
const ROUNDS = 3;

/** A visitor who waits longer than this has given up, in milliseconds. */
const REQUIRED_ANSWER_MS = 5000;

/** Mails that are to be pruned; the server prunes once a minute. */
const EXPIRED = 1000;
const PRUNED_SECONDS = 180;

/** @param options `rounds` is the leads in the table beforehand */
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
  // Of browsers whose clock is early, and late.
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
  // With a reader in the way, who has the whole table for longer than a lock is waited for.
  const second = monthsFromNow(2 - MONTHS);
  const inSecond = await count(url, partition(second));
  const reading = query(url, "BEGIN; SELECT FROM site_forms LIMIT 1; SELECT pg_sleep(3); COMMIT");
  await waitUntil("it is read", 10, async () => {
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
    exactly("rows that differ after the change", before, differing),
    exactly("leads of other months that are gone", before, leads - inMonth - inSecond - left),
    exactly("messages of a month that stay: the unfinished one", unfinished.length, kept, 1),
    exactly("grants and policies that differ", rights.length, difference(rights, rightsNow)),
    exactly("leads in the default partition: the late one", requests.length, await strays(url), 1),
    exactly("indexes made meanwhile that are valid", 1, await count(url, VALID_INDEX), 1),
    ...(await auditLeads(url, load.saved)),
    told("copying the rows, and their indexes", leads, seconds(copied)),
    told("the switch", 1, milliseconds(switched)),
    told("making a month", 1, milliseconds(made)),
    told("dropping a month", inMonth, milliseconds(dropped)),
    told("dropping a month that is read for 3 s", inSecond, milliseconds(droppedBehind)),
    told("indexes of the plain site_forms", leads, mebibytes(plainBytes.all)),
    told("indexes of the partitions, all", before, mebibytes(partitionedBytes.all)),
    told("indexes of a full month", inMonth, mebibytes(partitionedBytes.largest)),
  ];
  await query(url, `DROP INDEX ${INDEX}`);
  findings.push(...(await compare(postgres.folder, server, plainUrl, random)));
  await dropDatabase(url, "plain");
  findings.push(...(await useTables(url, server, owner, random)));
  findings.push(...(await exportFromReplica(url, binDir, server, random)));
  return findings;
}

/** Leads of twelve months, and their mails, which were sent: those that are not pruned yet. */
async function fill(databaseUrl: string, leads: number) {
  const milliseconds = Date.now() - Date.parse(monthsFromNow(1 - MONTHS));
  await fillTable(databaseUrl, leads, `${milliseconds / leads} milliseconds`);
  await query(databaseUrl, sentMails("created_at > now() - interval '29 days'"));
  await query(databaseUrl, "VACUUM ANALYZE outbox");
}

/** Makes the mails of leads as they were when they were sent. */
function sentMails(leads: string) {
  return `INSERT INTO outbox (id, created_at, kind, state, finished_at)
    SELECT id, created_at, 'lead', 'sent', created_at FROM site_forms WHERE ${leads}`;
}

/** How many leads a second are saved, and Postgres's CPU time for each, beside the plain tables. */
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
  await waitUntil("it is ready", 30, async () => (await fetch(`${plain.url}/readyz`)).ok);
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
    told(`leads a second, ${name}`, leads, (leads * 1000) / (ROUNDS * ROUND_MS)),
    told(
      `Postgres's CPU time for a lead and its mail, ${name}`,
      leads,
      `${Math.round(cpuUs / leads)} µs`,
    ),
  ]);
}

/** The owner's commands, the desk, and the pruning. */
async function useTables(url: string, server: Server, owner: Server, random: Options["random"]) {
  const [lead, another] = [nextLead(random), nextLead(random)];
  const saved: SavedLeads = new Map();
  for (const it of [lead, another]) {
    const id = savedId(await saveLead(server.url, it));
    if (id) saved.set(it, id);
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
    exactly("leads that `leads list` lacks", 2, absent(list, [lead, another])),
    exactly("leads that `leads export` lacks", all, all - exported.leads),
    told("leads that `leads export` writes a second", all, exported.rate),
    exactly("mails past their time that are left", mails.rowCount ?? 0, left),
    exactly("rows of an erased person", 2, erased.rowCount ?? 0),
    exactly("leads that the desk lacks, in its list and in its search", 2, 2 - shown),
  ];
}

/** How many of the desk's list and its search have a lead. */
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

/** `leads export` from a streaming replica while the primary saves leads. */
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
      "leads that an export from the replica lacks",
      before,
      Math.max(0, before - exported.leads),
    ),
    told("leads that it writes a second, under load", exported.leads, exported.rate),
    exactly("leads that the primary refused meanwhile", load.saved.size, refused.length),
    ...(await auditLeads(replica.url, load.saved)),
  ];
}

/** Exports all leads, to nowhere: how many, and how many a second. */
async function exportAll(server: Server) {
  const began = performance.now();
  const said = await server.command(["leads", "export", "--output", "leads.csv"]);
  const leads = Number(/([\d,]+) requests?/.exec(said)?.[1].replaceAll(",", ""));
  return { leads, rate: (leads * 1000) / (performance.now() - began) };
}

/** The program's commands on a database; no server is started. */
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

/** What became of the leads that were sent within a time. */
function answersOf(when: string, load: LoadGenerator, from: number, to: number) {
  const requests = load.requests.filter(({ began }) => began >= from && began < to);
  const leads = requests.filter(({ kind }) => kind === "lead");
  return [
    exactly(`leads refused ${when}`, leads.length, leads.filter((it) => !hasSaved(it)).length),
    below(
      `longest answer ${when}`,
      requests.length,
      Math.max(...requests.map(({ began, ended }) => ended - began)),
      REQUIRED_ANSWER_MS,
      "ms",
    ),
  ];
}

/** The first day of a month, the present one being 0. */
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

/** How many messages of the outbox as it was are missing, and whether the leads that stood there have another content. */
async function countDiffering(databaseUrl: string) {
  // Not a join: with ten million leads it would fill the disk.
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

/** Puts messages into a month of the outbox: one that was given up, which its owner may send again, and one that was sent. */
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

/** How many leads that came by the server are in the default partition. */
function strays(databaseUrl: string) {
  return count(databaseUrl, "partitions.site_forms_default WHERE full_name LIKE 'Ada Quercus%'");
}

/** Who may do what with the tables, a text each. */
async function rightsOf(databaseUrl: string): Promise<string[]> {
  const { rows } = await query(
    databaseUrl,
    `SELECT concat_ws(' ', table_name, column_name, grantee, privilege_type) AS it
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
  return rows.map(({ it }) => it);
}

/** How many texts are in one list and not in the other. */
function difference(one: string[], other: string[]) {
  return new Set(one).symmetricDifference(new Set(other)).size;
}

/** The bytes of the indexes of `site_forms`: all of them, and those of its largest part. */
async function sizes(databaseUrl: string): Promise<{ all: number; largest: number }> {
  const { rows } = await query(
    databaseUrl,
    `SELECT coalesce(sum(pg_indexes_size(relid)), pg_indexes_size('site_forms'))::float8 AS all,
       max(pg_indexes_size(relid))::float8 AS largest
     FROM pg_partition_tree('site_forms')`,
  );
  return rows[0];
}

/** How many of the leads a text lacks. */
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
