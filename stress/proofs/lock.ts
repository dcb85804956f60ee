/** Locks tables, like a careless `ALTER TABLE`, while visitors send leads and clicks. */
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { openDurableDatabase, query } from "../../scripts/postgres.ts";
import { auditLeads, auditMails } from "../audit/audit.ts";
import { atMost, below, exactly, type Finding, measured } from "../audit/findings.ts";
import { waitUntilSent } from "../audit/outbox.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { type Answer, ask } from "../load/http.ts";
import { type Lead, nextLead, savedId, saveLead, sendClick } from "../load/lead.ts";
import type * as load from "../load/load-generator.ts";
import { isUnavailableInShape } from "../load/load-generator.ts";
import type { Random } from "../load/random.ts";
import { startMailServer } from "../mail-server.ts";
import type { Options } from "../options.ts";
import { type Server, startServer } from "../server.ts";

/**
 * The tables to lock. Leads have their own connection, so a lock on their table doesn't affect clicks; with both
 * tables locked, the pool's connections wait too.
 */
const LOCKS = [["site_forms"], ["site_forms", "phone_clicks"]];

const CLIENTS = 20;

/** The pause of a client between two requests, in milliseconds. */
const PAUSE_MS = 100;

const POOL_SIZE = 10;

/** The server's maximum: the pool's connections, one for leads, three for the delivery, one for metrics. */
const CONFIGURED = POOL_SIZE + 5;

/** The interval of counting connections and reading metrics, in milliseconds. */
const SAMPLE_MS = 20;

/** Names this test's own connections in `pg_stat_activity`. */
const OBSERVER = "lock-test";

/** Visitors give up after this time, in milliseconds. */
const REQUIRED_ANSWER_MS = 5000;

/**
 * The longest response to a click, in milliseconds: `CONNECTION_TIMEOUT` and `WORK_TIMEOUT` of
 * `backend/src/database/connection.rs`. Visitors don't notice: the page dials after 1.5 seconds.
 */
const REQUIRED_CLICK_MS = 7000;

/** The time from the unlock until each client has saved a lead. */
const REQUIRED_RETURN_MS = 2000;

type Request = load.Request & { client: number; lead: Lead };

interface Setting {
  random: Random;
  server: Server;
  /** for connections other than the server's */
  databaseUrl: string;
  saved: Map<Lead, string>;
}

/** @param options `rounds` is the duration of each lock in seconds */
export async function lock({ random, rounds: seconds = 25 }: Options): Promise<Finding[]> {
  await using database = await openDurableDatabase();
  await using mailServer = await startMailServer();
  await using server = await startServer("lock", {
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    SMTP_URL: mailServer.url,
  });
  const saved = new Map<Lead, string>();
  const databaseUrl = `${database.url}?application_name=${OBSERVER}`;
  const setting = { random, server, databaseUrl, saved };

  const findings: Finding[] = [];
  for (const tables of LOCKS) {
    const found = await underLock(setting, tables, seconds);
    findings.push(
      ...found.map((finding) => ({ ...finding, what: `${tables.join(", ")}: ${finding.what}` })),
    );
  }
  await waitUntilSent(database.url);
  findings.push(...(await auditLeads(database.url, saved)), ...auditMails(saved, mailServer));
  return findings;
}

/** Locks tables under load, and resends the refused leads afterwards. */
async function underLock(
  { random, server, databaseUrl, saved }: Setting,
  tables: string[],
  seconds: number,
): Promise<Finding[]> {
  const clicksBefore = await countClicks(databaseUrl);
  // Connects before connections are counted, because a new connection has no name at first.
  const locker = await connect(databaseUrl);
  const sampler = new Sampler(await connect(databaseUrl), server.metricsUrl);
  const clients = new Clients(server.url, random);
  // All connections are open by then.
  await waitUntil("a lead of each client is saved", 30, () => clients.haveSavedSince(0));

  const { locked, unlocked } = await lockTables(locker, tables, seconds);
  await waitUntil("a lead of each client is saved after the lock", 60, () =>
    clients.haveSavedSince(unlocked),
  );
  await clients.stop();
  await sampler.stop();
  await locker.end();

  const { requests } = clients;
  const during = requests.filter(({ began, ended }) => ended > locked && began < unlocked);
  const refused = requests.filter(({ answer }) => answer?.status === 503);
  const leads = requests.filter(({ kind }) => kind === "lead");
  for (const { lead, answer } of leads) {
    const id = answer && savedId(answer);
    if (id) saved.set(lead, id);
  }
  const clicks = requests.filter(({ kind, answer }) => kind === "click" && answer?.status === 200);
  const clicksCounted = (await countClicks(databaseUrl)) - clicksBefore;
  const again = await sendAgain(server.url, databaseUrl, refused, saved);
  const longest = (kind: string) =>
    Math.max(
      ...during.filter((request) => request.kind === kind).map(({ began, ended }) => ended - began),
    );

  return [
    measured(`${seconds} s: requests refused, and not refused`, during.length, share(during)),
    atMost("connections to Postgres", sampler.samples, sampler.most, CONFIGURED),
    exactly(
      "metrics that were missing or reported the database as down",
      sampler.scrapes,
      sampler.bad,
    ),
    exactly("broken connections", requests.length, requests.filter(({ answer }) => !answer).length),
    exactly(
      "responses other than 200, 201, 503",
      requests.length,
      requests.filter(({ answer }) => ![200, 201, 503].includes(answer?.status ?? 200)).length,
    ),
    exactly(
      "503 in the wrong format",
      refused.length,
      refused.filter((request) => !isUnavailableInShape(request)).length,
    ),
    below(
      "longest response time of a lead",
      during.length,
      longest("lead"),
      REQUIRED_ANSWER_MS,
      "ms",
    ),
    below(
      "longest response time of a click",
      during.length,
      longest("click"),
      REQUIRED_CLICK_MS,
      "ms",
    ),
    below(
      "time from the unlock to a saved lead of each client",
      CLIENTS,
      clients.savedSince(unlocked) - unlocked,
      REQUIRED_RETURN_MS,
      "ms",
    ),
    exactly(
      "unacknowledged clicks that were counted",
      clicks.length,
      clicksCounted - clicks.length,
    ),
    measured("refused leads that existed before they were resent", again.leads, again.there),
    exactly("refused leads that were not saved once by their key", again.leads, again.failed),
  ];
}

/** Returns how many requests were refused and how many weren't, by kind. */
function share(requests: Request[]) {
  return ["lead", "click"]
    .map((kind) => {
      const all = requests.filter((request) => request.kind === kind);
      const refused = all.filter(({ answer }) => answer?.status === 503).length;
      return `${kind}s ${refused}, ${all.length - refused}`;
    })
    .join("; ");
}

/** Locks tables exclusively for some seconds; returns the times of the lock and the unlock. */
async function lockTables(client: pg.Client, tables: string[], seconds: number) {
  await client.query("BEGIN");
  await client.query(`LOCK TABLE ${tables.join(", ")}`);
  const locked = performance.now();
  await delay(seconds * 1000);
  await client.query("ROLLBACK");
  const unlocked = performance.now();
  return { locked, unlocked };
}

/** @param url the database's */
async function connect(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** @param url the database's */
async function countClicks(url: string) {
  const { rows } = await query(url, "SELECT count(*) FROM phone_clicks");
  return Number(rows[0].count);
}

/**
 * Resends refused leads, each with its key, and adds them to the saved ones. The server must find an existing
 * lead by its key.
 *
 * @param url the server's
 */
async function sendAgain(
  url: string,
  databaseUrl: string,
  refused: Request[],
  saved: Map<Lead, string>,
) {
  const { rows } = await query(databaseUrl, "SELECT id, full_name FROM site_forms");
  const idOf = new Map(rows.map(({ id, full_name }) => [full_name, id]));
  const leads = refused.filter(({ kind }) => kind === "lead").map(({ lead }) => lead);
  let there = 0;
  let failed = 0;
  for (const lead of leads) {
    const id = savedId(await saveLead(url, lead));
    const earlier = idOf.get(lead.name);
    if (earlier) there += 1;
    if (id) saved.set(lead, id);
    if (!id || (earlier && earlier !== id)) failed += 1;
  }
  return { leads: leads.length, there, failed };
}

/** Clients that each send leads and clicks, one after the other. */
class Clients {
  requests: Request[] = [];
  #going = true;
  #loops: Promise<unknown>;

  /** @param url the server's */
  constructor(url: string, random: Random) {
    const loops = Array.from({ length: CLIENTS }, (_, client) => [
      this.#send(
        client,
        "lead",
        () => nextLead(random),
        (lead) => saveLead(url, lead),
      ),
      this.#send(
        client,
        "click",
        () => nextLead(random),
        (lead) => sendClick(url, lead),
      ),
    ]);
    this.#loops = Promise.all(loops.flat());
  }

  /** Sends nothing more and waits for the last responses. */
  async stop() {
    this.#going = false;
    await this.#loops;
  }

  /** Returns when every client had a lead saved after a time, or Infinity. */
  savedSince(moment: number) {
    const first: number[] = Array(CLIENTS).fill(Number.POSITIVE_INFINITY);
    for (const { client, kind, ended, answer } of this.requests) {
      if (kind === "lead" && answer?.status === 201 && ended > moment) {
        first[client] = Math.min(first[client], ended);
      }
    }
    return Math.max(...first);
  }

  haveSavedSince(moment: number) {
    return Number.isFinite(this.savedSince(moment));
  }

  async #send(
    client: number,
    kind: "lead" | "click",
    next: () => Lead,
    send: (lead: Lead) => Promise<Answer>,
  ) {
    while (this.#going) {
      const lead = next();
      const began = performance.now();
      const answer = await send(lead).catch(() => undefined);
      this.requests.push({ client, kind, lead, began, ended: performance.now(), answer });
      await delay(PAUSE_MS);
    }
  }
}

/** Repeatedly counts the server's connections to Postgres and reads its metrics. */
class Sampler {
  samples = 0;
  /** The highest number of connections. */
  most = 0;
  scrapes = 0;
  /** How often the metrics were missing or reported the database as down. */
  bad = 0;
  #going = true;
  #client: pg.Client;
  #loops: Promise<unknown>;

  constructor(client: pg.Client, metricsUrl: string) {
    this.#client = client;
    this.#loops = Promise.all([
      this.#repeat(async () => {
        const { rows } = await client.query(
          `SELECT count(*)::int AS connections FROM pg_stat_activity
           WHERE backend_type = 'client backend' AND application_name <> '${OBSERVER}'`,
        );
        this.samples += 1;
        this.most = Math.max(this.most, rows[0].connections);
      }),
      this.#repeat(async () => {
        const answer = await ask(metricsUrl).catch(() => undefined);
        this.scrapes += 1;
        if (!answer?.text.includes("\ndatabase_up 1\n")) this.bad += 1;
      }),
    ]);
  }

  async stop() {
    this.#going = false;
    await this.#loops;
    await this.#client.end();
  }

  async #repeat(look: () => Promise<void>) {
    while (this.#going) {
      await look();
      await delay(SAMPLE_MS);
    }
  }
}
