/**
 * Destroys the database's files under load and restores them as docs/backup.md describes, with every
 * acknowledged lead up to the last archived segment. Then restores an older Postgres's dump into the current
 * version.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { run } from "../../scripts/command.ts";
import {
  asOwner,
  createDatabase,
  makePostgresFolder,
  openDurableDatabase,
  query,
} from "../../scripts/postgres.ts";
import { atEnd } from "../../scripts/process-lifecycle.ts";
import { ROOT } from "../../scripts/settings.ts";
import { exactly, type Finding, measured } from "../audit/findings.ts";
import { countMails } from "../audit/outbox.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { findDebianPostgres } from "../debian-postgres.ts";
import { savedId } from "../load/lead.ts";
import { LoadGenerator, type Request } from "../load/load-generator.ts";
import { Random } from "../load/random.ts";
import type { Options } from "../options.ts";
import { startServer } from "../server.ts";

/** The longest time before a segment is archived; docs/backup.md uses 60. */
const ARCHIVE_TIMEOUT_SECONDS = 2;

/** The shortest and longest times before the files are destroyed, in milliseconds. */
const SHORTEST_LIFE = 3000;
const LONGEST_LIFE = 8000;

const SEGMENT_BYTES = 2n ** 24n;

export async function restore(options: Options): Promise<Finding[]> {
  return [...(await fromArchive(options)), ...(await fromOlderVersion())];
}

async function fromArchive({ seed, random, rounds = 5 }: Options): Promise<Finding[]> {
  const binDir = await findDebianPostgres();
  const folder = await makePostgresFolder("backup");
  const release = atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const archive = path.join(folder, "archive");
  await asPostgres(folder, "cp", ["-r", path.join(ROOT, "deploy/backup"), folder]);
  await asPostgres(folder, "mkdir", [archive, path.join(folder, "base")]);
  await using postgres = await openDurableDatabase(
    [
      "archive_mode=on",
      `archive_timeout=${ARCHIVE_TIMEOUT_SECONDS}`,
      `archive_command=${folder}/backup/archive %p ${archive}/%f`,
    ],
    binDir,
  );
  await using server = await startServer("restore", { DATABASE_URL: postgres.url });
  const load = new LoadGenerator({ url: server.url, random, retry: 100 });
  await waitUntil("a lead is saved", 30, () => load.hasSavedSince(0));
  const script = (name: string, ...args: string[]) =>
    asPostgres(folder, "env", [
      ...[`BACKUP_DIR=${folder}`, `PATH=${binDir}:${process.env.PATH}`],
      ...connection(postgres.url),
      ...[path.join(folder, "backup", name), ...args],
    ]);
  await script("backup", "base");
  const [base] = readdirSync(path.join(folder, "base"));

  const moments = new Random(seed);
  /** The leads that must be restored: in each round, those up to the last archived segment. */
  const safe = new Set<string>();
  let late = 0;
  let began = 0;
  for (let round = 0; round < rounds; round += 1) {
    const position = watchPosition(postgres.url);
    await delay(moments.between(SHORTEST_LIFE, LONGEST_LIFE));
    await postgres.crash();
    const positions = await position.stop();
    rmSync(postgres.folder, { recursive: true });
    const end = endOfArchive(archive);
    // The position covers every lead that was acknowledged before the position was queried.
    const archived = Math.max(
      0,
      ...positions.filter(({ at }) => at <= end).map(({ asked }) => asked),
    );
    for (const request of load.requests) {
      const id = savedLead(request);
      if (!id || request.ended < began) continue;
      if (request.ended < archived) safe.add(id);
      else late += 1;
    }

    const restored = path.join(folder, "restored");
    await script("restore", "base", path.join(folder, "base", base), restored);
    await run("mv", [restored, postgres.folder], { log: "restore-mv" });
    await postgres.start();
    await waitUntil("recovery is over", 60, async () => {
      const { rows } = await query(postgres.url, "SELECT pg_is_in_recovery() AS is_going_on");
      return !rows[0].is_going_on;
    });
    began = performance.now();
    await waitUntil("a lead is saved again", 30, () => load.hasSavedSince(began));
  }
  await load.stop();
  for (const request of load.requests) {
    const id = savedLead(request);
    if (id && request.ended > began) safe.add(id);
  }
  const { rows } = await query(postgres.url, "SELECT id, full_name FROM site_forms");
  const ids = new Set(rows.map(({ id }) => id));
  const missing = [...safe].filter((id) => !ids.has(id)).length;
  const names = new Set(rows.map(({ full_name }) => full_name)).size;
  release();
  rmSync(folder, { recursive: true, force: true });
  return [
    measured("databases destroyed and restored", rounds, rounds),
    exactly("servers that ended", 1, server.ends),
    exactly(
      "acknowledged leads up to the last archived segment that are missing",
      safe.size,
      missing,
    ),
    exactly("duplicate leads", rows.length, rows.length - names),
    measured("leads acknowledged after the last archived segment", safe.size + late, late),
  ];
}

/** Returns the id of the lead that a request saved. */
function savedLead({ kind, answer }: Request): string | undefined {
  return kind === "lead" && answer ? savedId(answer) : undefined;
}

/** Runs a program as Postgres's operating system user. */
async function asPostgres(folder: string, name: string, options: string[]) {
  const [program, ...args] = asOwner(folder, name, options);
  await run(program, args, { log: `restore-${path.basename(name)}`, cwd: folder });
}

/** Returns the variables with which libpq connects as a URL says. */
function connection(databaseUrl: string) {
  const { hostname, port, username, password } = new URL(databaseUrl);
  return [`PGHOST=${hostname}`, `PGPORT=${port}`, `PGUSER=${username}`, `PGPASSWORD=${password}`];
}

/** Repeatedly queries Postgres's write position. */
function watchPosition(databaseUrl: string) {
  const positions: { asked: number; at: bigint }[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const asked = performance.now();
      try {
        const { rows } = await query(databaseUrl, "SELECT pg_current_wal_insert_lsn() AS lsn");
        const [high, low] = rows[0].lsn.split("/").map((part: string) => BigInt(`0x${part}`));
        positions.push({ asked, at: (high << 32n) + low });
      } catch {
        // Postgres isn't running.
      }
      await delay(20);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await watching;
      return positions;
    },
  };
}

/** Returns the end of the last archived segment. Its name has the timeline, then the number's high and low parts. */
function endOfArchive(archive: string) {
  const [last] = readdirSync(archive)
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .sort()
    .reverse();
  if (!last) return 0n;
  const high = BigInt(`0x${last.slice(8, 16)}`);
  const low = BigInt(`0x${last.slice(16)}`);
  return (high << 32n) + (low + 1n) * SEGMENT_BYTES;
}

/** Restores a dump of Debian's Postgres into the embedded one. */
async function fromOlderVersion(): Promise<Finding[]> {
  const leads = 20;
  const binDir = await findDebianPostgres();
  const folder = await makePostgresFolder("dump");
  const release = atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const dump = path.join(folder, "site.dump");
  await using older = await openDurableDatabase([], binDir);
  const olderUrl = await createDatabase(older.url, "older");
  await query(olderUrl, readFileSync(path.join(ROOT, "schema.sql"), "utf8"));
  await query(
    olderUrl,
    `WITH lead AS (
       INSERT INTO site_forms (full_name, email, phone, message, site_name)
       SELECT 'Ada Quercus', 'ada@oakmail.net', '404-555-0100', 'The oak leans.', 'an older site'
       FROM generate_series(1, ${leads}) RETURNING id
     )
     INSERT INTO outbox (id, kind, state) SELECT id, 'lead', 'pending' FROM lead`,
  );
  await asPostgres(folder, path.join(binDir, "pg_dump"), [
    ...["--format=custom", `--file=${dump}`, olderUrl],
  ]);

  await using newer = await openDurableDatabase();
  // Roles belong to the server, so a dump doesn't contain them.
  await query(newer.url, "CREATE ROLE canopy_backend NOLOGIN");
  await asPostgres(folder, path.join(binDir, "pg_restore"), [
    ...["--no-owner", "--exit-on-error", `--dbname=${newer.url}`, dump],
  ]);
  release();
  rmSync(folder, { recursive: true, force: true });
  await using server = await startServer("restore-older", { DATABASE_URL: newer.url });
  await waitUntil("the restored mails are sent", 60, async () => {
    return (await countMails(newer.url, "pending")) === 0;
  });
  const { rows } = await query(newer.url, "SELECT FROM site_forms");
  const check = await server.command(["leads", "list", "--json"]);
  return [
    exactly("an older Postgres's leads after pg_restore", leads, rows.length, leads),
    exactly("of these, listed", leads, check.match(/Ada Quercus/g)?.length ?? 0, leads),
    exactly("of these, mailed", leads, await countMails(newer.url, "sent"), leads),
  ];
}
