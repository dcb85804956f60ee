/**
 * Three Postgres nodes under Patroni with etcd and synchronous replication, and the proxies for them: PgBouncer
 * and HAProxy. All are Debian packages and use ports of 127.0.0.1.
 */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "../scripts/command.ts";
import { freePort } from "../scripts/port.ts";
import { asOwner, makePostgresFolder, query } from "../scripts/postgres.ts";
import { atEnd } from "../scripts/process-lifecycle.ts";
import { startService } from "../scripts/service.ts";
import { LOG_DIR } from "../scripts/settings.ts";
import { requireCommand } from "../scripts/setup/debian.ts";
import { waitUntil } from "./audit/wait-until.ts";
import { findDebianPostgres } from "./debian-postgres.ts";

/**
 * Patroni's timing: if the leader sends no heartbeat for `ttl` seconds, the other nodes elect a new one; each
 * checks every `loop_wait` seconds.
 */
const TIMES = { ttl: 10, loop_wait: 2, retry_timeout: 4 };

const PASSWORD = "a password of the stress tests";
const DATABASE = "site";

/** The parts of a node that can be killed. */
export type Part = "Postgres" | "Patroni" | "both";

class Node {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  #folder: string;
  #patroni: ReturnType<typeof startService> | undefined;

  constructor(folder: string, name: string, port: number, restPort: number) {
    this.#folder = folder;
    this.name = name;
    this.port = port;
    this.restPort = restPort;
  }

  /** @param role `postgres` or the database's owner, which is named like the database */
  url(role = DATABASE, database = DATABASE) {
    return `postgres://${role}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${this.port}/${database}`;
  }

  /** Starts Patroni, which starts Postgres. */
  start(etcdPort: number, binDir: string) {
    const file = path.join(this.#folder, `${this.name}.yml`);
    const login = (username: string) => ({ username, password: PASSWORD });
    const configuration = {
      scope: "stress",
      name: this.name,
      restapi: {
        listen: `127.0.0.1:${this.restPort}`,
        connect_address: `127.0.0.1:${this.restPort}`,
      },
      etcd3: { host: `127.0.0.1:${etcdPort}` },
      bootstrap: {
        dcs: { ...TIMES, synchronous_mode: true, postgresql: { use_pg_rewind: true } },
        initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
      },
      postgresql: {
        listen: `127.0.0.1:${this.port}`,
        connect_address: `127.0.0.1:${this.port}`,
        data_dir: this.#dataDir,
        bin_dir: binDir,
        pgpass: path.join(this.#folder, `${this.name}.pgpass`),
        authentication: { superuser: login("postgres"), replication: login("replicator") },
        pg_hba: [
          "host replication replicator 127.0.0.1/32 scram-sha-256",
          "host all all 127.0.0.1/32 scram-sha-256",
        ],
        parameters: { unix_socket_directories: "" },
        remove_data_directory_on_rewind_failure: true,
        remove_data_directory_on_diverged_timelines: true,
      },
    };
    // JSON is YAML.
    writeFileSync(file, JSON.stringify(configuration));
    // Uses the system's Python, which has Patroni's modules; PATH may have another one first.
    const args = ["/usr/bin/patroni", file];
    const [program, ...rest] = asOwner(this.#folder, "/usr/bin/python3", args);
    this.#patroni = startLogged(`patroni-${this.name}`, program, rest);
  }

  get #dataDir() {
    return path.join(this.#folder, this.name);
  }

  /** Kills a part of the node and waits until it has ended. */
  async kill(part: Part) {
    if (part !== "Postgres") {
      this.#patroni?.signal("SIGKILL");
      await this.#patroni?.ended;
    }
    if (part !== "Patroni") await this.#killPostgres();
  }

  async #killPostgres() {
    const pid = this.#postmaster();
    if (!pid) return;
    const children = await run("ps", ["--ppid", pid, "-o", "pid="], { log: "ps" }).catch(() => "");
    const processes = [pid, ...children.trim().split(/\s+/)].filter(Boolean).map(Number);
    for (const process of processes) signal(process, "SIGKILL");
    await waitUntil("Postgres has ended", 30, () => !processes.some((id) => signal(id, 0)));
  }

  /** The process id of Postgres, if Postgres may be running. */
  #postmaster() {
    try {
      return readFileSync(path.join(this.#dataDir, "postmaster.pid"), "utf8").split("\n")[0];
    } catch {
      return undefined;
    }
  }

  /** Returns whether Patroni considers this node the primary and it accepts connections as one. */
  async isPrimary() {
    try {
      const { ok } = await ask(this.restPort, "primary");
      if (!ok) return false;
      const url = this.url("postgres", "postgres");
      const { rows } = await query(url, "SELECT pg_is_in_recovery() AS is_standby");
      return !rows[0].is_standby;
    } catch {
      return false;
    }
  }
}

/** A Patroni cluster with an empty database. */
export class PatroniCluster {
  readonly nodes: Node[];
  #binDir: string;
  #folder: string;
  #etcdPort: number;

  constructor(folder: string, nodes: Node[], etcdPort: number, binDir: string) {
    this.#folder = folder;
    this.nodes = nodes;
    this.#etcdPort = etcdPort;
    this.#binDir = binDir;
  }

  /** A `DATABASE_URL` that lists all hosts, without a proxy. */
  get hostList() {
    const hosts = this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(",");
    const account = `${DATABASE}:${encodeURIComponent(PASSWORD)}`;
    return `postgres://${account}@${hosts}/${DATABASE}?target_session_attrs=read-write`;
  }

  /** Starts Patroni on a node where it doesn't run. */
  start(node: Node) {
    node.start(this.#etcdPort, this.#binDir);
  }

  /** Waits for a primary other than `except`; returns it. */
  async primary(except?: Node) {
    let found: Node | undefined;
    await waitUntil("there is a primary", 120, async () => {
      for (const node of this.nodes) {
        if (node !== except && (await node.isPrimary())) found = node;
      }
      return found !== undefined;
    });
    return found as Node;
  }

  /** Waits until all nodes run and a synchronous standby has had the primary's commits for some time. */
  async waitUntilWhole() {
    let since = performance.now();
    await waitUntil("all nodes run", 180, async () => {
      if (!(await this.#isWhole().catch(() => false))) since = performance.now();
      // The state that Patroni reports may be older than a node's death.
      return performance.now() - since > 2 * TIMES.loop_wait * 1000;
    });
  }

  async #isWhole() {
    for (const { restPort } of this.nodes) {
      if (!(await ask(restPort, "health")).ok) return false;
    }
    const primary = await this.primary();
    const { rows } = await query(
      primary.url("postgres", "postgres"),
      `SELECT count(*) AS standbys, count(*) FILTER (WHERE sync_state = 'sync') AS synchronous
       FROM pg_stat_replication WHERE state = 'streaming'`,
    );
    const [{ standbys, synchronous }] = rows;
    if (Number(standbys) < this.nodes.length - 1 || Number(synchronous) === 0) return false;
    // Patroni promotes only the nodes that etcd lists as synchronous.
    const { members } = await (await ask(primary.restPort, "cluster")).json();
    return members.some(({ role }: { role: string }) => role === "sync_standby");
  }

  /** Starts HAProxy, which finds the primary, and PgBouncer before it; returns their `DATABASE_URL`. */
  async startProxies() {
    const haproxy = await requireCommand("haproxy", "haproxy");
    const pgbouncer = await requireCommand("pgbouncer", "pgbouncer");
    const [haproxyPort, pgbouncerPort] = [await freePort(), await freePort()];
    const write = (name: string, text: string) => {
      const file = path.join(this.#folder, name);
      writeFileSync(file, text);
      return file;
    };
    const servers = this.nodes.map(
      ({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`,
    );
    const haproxyFile = write(
      "haproxy.cfg",
      `defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen postgres
  bind 127.0.0.1:${haproxyPort}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join("\n")}
`,
    );
    const accounts = write("userlist.txt", `"${DATABASE}" "${PASSWORD}"\n`);
    const pgbouncerFile = write(
      "pgbouncer.ini",
      `[databases]
${DATABASE} = host=127.0.0.1 port=${haproxyPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pgbouncerPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${accounts}
pool_mode = session
default_pool_size = 50
server_login_retry = 1
server_connect_timeout = 2
`,
    );
    // PgBouncer doesn't run as root either.
    const [program, ...args] = asOwner(this.#folder, pgbouncer, [pgbouncerFile]);
    const proxies = [
      startLogged("haproxy", haproxy, ["-db", "-f", haproxyFile]),
      startLogged("pgbouncer", program, args),
    ];
    const account = `${DATABASE}:${encodeURIComponent(PASSWORD)}`;
    const url = `postgres://${account}@127.0.0.1:${pgbouncerPort}/${DATABASE}`;
    await waitUntil("the proxies lead to the primary", 30, () =>
      query(url, "SELECT 1").then(
        () => true,
        () => false,
      ),
    );
    return {
      url,
      [Symbol.asyncDispose]: async () => {
        for (const proxy of proxies) await proxy.stop();
      },
    };
  }
}

/** Starts a cluster and waits until a standby replicates synchronously. */
export async function startPatroniCluster() {
  const etcd = await requireCommand("etcd", "etcd-server");
  await requireCommand("patroni", "patroni");
  const binDir = await findDebianPostgres();
  const folder = await makePostgresFolder("patroni");
  const [etcdPort, peerPort] = [await freePort(), await freePort()];
  const [client, peer] = [etcdPort, peerPort].map((port) => `http://127.0.0.1:${port}`);
  const store = startLogged("etcd", etcd, [
    `--data-dir=${path.join(folder, "etcd")}`,
    ...[`--listen-client-urls=${client}`, `--advertise-client-urls=${client}`],
    ...[`--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`],
    `--initial-cluster=default=${peer}`,
  ]);
  const nodes: Node[] = [];
  for (const name of ["node1", "node2", "node3"]) {
    nodes.push(new Node(folder, name, await freePort(), await freePort()));
  }
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.kill("both")));
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  // Patroni starts Postgres in its own session, so it would outlive this process.
  const release = atEnd(stop);
  const cluster = new PatroniCluster(folder, nodes, etcdPort, binDir);
  for (const node of nodes) cluster.start(node);
  await cluster.waitUntilWhole();
  const administration = (await cluster.primary()).url("postgres", "postgres");
  await query(administration, `CREATE ROLE ${DATABASE} LOGIN PASSWORD '${PASSWORD}'`);
  await query(administration, `CREATE DATABASE ${DATABASE} OWNER ${DATABASE}`);
  return Object.assign(cluster, {
    [Symbol.asyncDispose]: async () => {
      release();
      await stop();
    },
  });
}

/** Sends a request to Patroni's REST API. */
function ask(restPort: number, what: string) {
  return fetch(`http://127.0.0.1:${restPort}/${what}`, { signal: AbortSignal.timeout(1000) });
}

function startLogged(name: string, program: string, args: string[]) {
  mkdirSync(LOG_DIR, { recursive: true });
  const output = openSync(path.join(LOG_DIR, `stress-${name}.log`), "w");
  const service = startService(program, args, { output });
  closeSync(output);
  return service;
}

function signal(pid: number, name: NodeJS.Signals | 0) {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
