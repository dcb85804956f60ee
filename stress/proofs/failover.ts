/**
 * Kills parts of the primary's node under load, and Patroni promotes a standby. The servers stay. They reach the
 * database once through PgBouncer and HAProxy, and once through a list of hosts.
 */
import { setTimeout as delay } from "node:timers/promises";
import { markdownTable } from "markdown-table";
import { type MailServer, startMailServer } from "../../bench/mail-server.ts";
import { query } from "../../scripts/postgres.ts";
import { auditLeads, auditMails, type SavedLeads } from "../audit/audit.ts";
import { below, exactly, type Finding, measured } from "../audit/findings.ts";
import { waitUntilFlushed } from "../audit/outbox.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { hasSaved, LoadGenerator, type Request } from "../load/load-generator.ts";
import { Random } from "../load/random.ts";
import type { Options } from "../options.ts";
import { type Part, type PatroniCluster, startPatroniCluster } from "../patroni.ts";
import { startServer } from "../server.ts";

/** The parts to kill, in turn. */
const PARTS: Part[] = ["Postgres", "Patroni", "both"];

/** The time from the election of a primary until each server saves leads again. */
const REQUIRED_RETURN_MS = 2000;

/** The longest time before the next kill, in milliseconds. */
const LONGEST_UP = 3000;

interface Kill {
  part: Part;
  /** on the clock of `performance.now()`, like the other times */
  at: number;
  /** when there was a primary again */
  healed: number;
  /** when all nodes ran again */
  ended: number;
  /** the longest time in which one of the servers saved no lead */
  gap: number;
}

export async function failover(options: Options): Promise<Finding[]> {
  await using cluster = await startPatroniCluster();
  await using proxies = await cluster.startProxies();
  return [
    ...(await serve("list of hosts", cluster.hostList, cluster, options)),
    ...(await serve("PgBouncer and HAProxy", proxies.url, cluster, options)),
  ];
}

/** Kills primaries while two servers on one database take leads. */
async function serve(
  way: string,
  databaseUrl: string,
  cluster: PatroniCluster,
  { seed, random, rounds = 5 }: Options,
): Promise<Finding[]> {
  await query((await cluster.primary()).url(), "DROP OWNED BY CURRENT_USER CASCADE");
  await using mailServer = await startMailServer();
  const env = { DATABASE_URL: databaseUrl, SMTP_URL: mailServer.url };
  const log = way.replaceAll(" ", "-");
  await using first = await startServer(`failover-first-${log}`, env);
  await using second = await startServer(`failover-second-${log}`, env);
  const loads = [first, second].map(({ url }) => new LoadGenerator({ url, random, atOnce: 8 }));
  await waitUntil("leads are saved", 30, () => loads.every((load) => load.hasSavedSince(0)));

  // Its own generator, because the visitors use theirs in an unpredictable order.
  const moments = new Random(seed);
  const kills: Kill[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await delay(moments.between(LONGEST_UP / 3, LONGEST_UP));
    const primary = await cluster.primary();
    const part = PARTS[round % PARTS.length];
    const at = performance.now();
    await primary.kill(part);
    // Without Patroni the old primary continues, but its commits wait for its former standby.
    await cluster.primary(part === "Patroni" ? primary : undefined);
    const healed = performance.now();
    await waitUntil("leads are saved again", 60, () =>
      loads.every((load) => load.hasSavedSince(healed)),
    );
    if (part !== "Postgres") cluster.start(primary);
    await cluster.waitUntilWhole();
    const ended = performance.now();
    const gap = Math.max(...loads.map(({ requests }) => longestGap(requests, at, ended)));
    kills.push({ part, at, healed, ended, gap });
  }
  await Promise.all(loads.map((load) => load.stop()));
  const stayed = 2 - first.ends - second.ends;

  const primaryUrl = (await cluster.primary()).url();
  await waitUntilFlushed(primaryUrl);
  const saved: SavedLeads = new Map(loads.flatMap((load) => [...load.saved]));
  const requests = loads.flatMap((load) => load.requests);
  process.stdout.write(`\n${way}\n\n${await killTable(kills, requests, saved, primaryUrl)}\n`);
  const findings = [
    exactly("servers that kept running", 2, stayed, 2),
    ...(await auditLeads(primaryUrl, saved)),
    ...mailFindings(saved, mailServer),
    below(
      "longest time without a saved lead, minus Patroni's time",
      kills.length,
      Math.max(...kills.map(({ at, healed, gap }) => gap - (healed - at))),
      REQUIRED_RETURN_MS,
      "ms",
    ),
    exactly(
      "responses other than 200, 201, 503",
      requests.length,
      requests.filter(({ answer }) => answer && ![200, 201, 503].includes(answer.status)).length,
    ),
    exactly("broken connections", requests.length, requests.filter(({ answer }) => !answer).length),
    measured(
      "503",
      requests.length,
      requests.filter(({ answer }) => answer?.status === 503).length,
    ),
  ];
  return findings.map((finding) => ({ ...finding, what: `${way}: ${finding.what}` }));
}

/**
 * Checks that each lead has a mail. Some arrive twice, if a primary that dies, or that Patroni has left,
 * recorded that they were sent.
 */
function mailFindings(saved: SavedLeads, mailServer: MailServer) {
  const [without, , twice] = auditMails(saved, mailServer);
  return [without, twice];
}

/** Returns the longest period in which no lead was saved. */
function longestGap(requests: Request[], from: number, to: number) {
  const saved = requests.filter(hasSaved).map(({ ended }) => ended);
  const moments = [from, ...saved.filter((time) => time > from && time < to), to].sort(
    (a, b) => a - b,
  );
  return Math.max(...moments.slice(1).map((moment, index) => moment - moments[index]));
}

async function killTable(
  kills: Kill[],
  requests: Request[],
  saved: SavedLeads,
  databaseUrl: string,
) {
  const { rows } = await query(databaseUrl, "SELECT id, full_name FROM site_forms");
  const ids = new Set(rows.map(({ id }) => id));
  const names = new Map<string, number>();
  for (const { full_name } of rows) names.set(full_name, (names.get(full_name) ?? 0) + 1);
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
  const lines = kills.map(({ part, at, healed, ended, gap }) => {
    const during = requests.filter((request) => request.ended > at && request.ended < ended);
    const acknowledged = new Set(
      during.filter(hasSaved).map(({ answer }) => JSON.parse(answer?.text ?? "").id),
    );
    const leads = [...saved].filter(([, id]) => acknowledged.has(id));
    return [
      part,
      seconds(healed - at),
      seconds(gap),
      leads.length,
      leads.filter(([, id]) => !ids.has(id)).length,
      leads.filter(([{ name }]) => (names.get(name) ?? 0) > 1).length,
      during.filter(({ answer }) => answer?.status === 503).length,
    ].map(String);
  });
  const head = ["killed", "Patroni, s", "gap, s", "acknowledged", "missing", "doubled", "503"];
  return markdownTable([head, ...lines], { align: ["", "r", "r", "r", "r", "r", "r"] });
}
