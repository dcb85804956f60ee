/** Mails that never get through, and a mail server that refuses them all: the others are not held up. */
import { CommandFailure } from "../../scripts/command.ts";
import { openDurableDatabase, query } from "../../scripts/postgres.ts";
import { UserError } from "../../scripts/process-lifecycle.ts";
import { auditLeads, auditMails } from "../audit/audit.ts";
import { below, exactly, type Finding, told } from "../audit/findings.ts";
import { countMails, waitUntilFlushed } from "../audit/outbox.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { ask } from "../load/http.ts";
import { type Lead, nextLead, savedId, saveLead } from "../load/lead.ts";
import { LoadGenerator } from "../load/load-generator.ts";
import type { Random } from "../load/random.ts";
import { type MailServer, type SmtpBehaviour, startMailServer } from "../mail-server.ts";
import type { Options } from "../options.ts";
import { type Server, startServer } from "../server.ts";

/** How often the poisoned mail is tried, with good ones around it. */
const ATTEMPTS = 6;

/** How many processes die of a mail. */
const DEATHS = 4;

/** How long the mail server refuses everything, in seconds. */
const REFUSING_SECONDS = 3600;

/** By which of the mail server's replies, in turn. */
const REFUSALS: SmtpBehaviour[] = ["refusing everybody", "no such recipient", "refused at the end"];

/** A good mail is there this long after its lead was saved, in milliseconds. */
const REQUIRED_DELIVERY_MS = 5000;

/** How long a step may take, in seconds. */
const STEP_SECONDS = 120;

interface Setting {
  random: Random;
  rounds: number;
  databaseUrl: string;
  server: Server;
  mailServer: MailServer;
  saved: Map<Lead, string>;
}

/** @param options `rounds` is how many good leads there are */
export async function poison({ random, rounds = 100 }: Options): Promise<Finding[]> {
  await using database = await openDurableDatabase();
  await using mailServer = await startMailServer();
  await using server = await startServer("poison", {
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
  });
  const saved = new Map<Lead, string>();
  const setting = { random, rounds, databaseUrl: database.url, server, mailServer, saved };
  const deaths: [number, number][] = [];
  return [
    ...(await droppedMail(setting)),
    ...(await fatalMail(setting, deaths)),
    ...(await refusingServer(setting)),
    exactly("mails given up", saved.size, await countMails(database.url, "dead")),
    ...(await auditLeads(database.url, saved)),
    ...auditMails(saved, mailServer, deaths),
  ];
}

/** A mail at whose data the mail server drops the connection, each time, among good ones. */
async function droppedMail(setting: Setting): Promise<Finding[]> {
  const { random, rounds, databaseUrl, server, mailServer } = setting;
  const poisoned = nextLead(random);
  mailServer.traps.set(poisoned.name, () => {});
  const id = await save(setting, poisoned);
  const waits: number[] = [];
  const delays: number[] = [];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (attempt > 1)
      await query(databaseUrl, `UPDATE outbox SET due_at = now() WHERE id = '${id}'`);
    const good = Array.from({ length: Math.ceil(rounds / ATTEMPTS) }, async () => {
      const leadId = await save(setting, nextLead(random));
      return { leadId, at: performance.now() };
    });
    for (const { leadId, at } of await Promise.all(good)) {
      await waitUntil(
        "a good mail is there",
        STEP_SECONDS,
        () => mailServer.takenAt(leadId) !== undefined,
      );
      waits.push((mailServer.takenAt(leadId) ?? Number.NaN) - at);
    }
    await waitUntil("the poisoned mail failed again", STEP_SECONDS, async () => {
      const { rows } = await query(
        databaseUrl,
        `SELECT extract(epoch FROM due_at - now())::float8 AS delay FROM outbox
         WHERE id = '${id}' AND attempts = ${attempt} AND leased_until IS NULL`,
      );
      if (rows.length > 0) delays.push(rows[0].delay);
      return rows.length > 0;
    });
  }
  const listed = await listOutbox(server);
  const isListed = listed.some(
    (mail) => mail.id === id && mail.attempts === ATTEMPTS && mail.failure_class === "unreachable",
  );
  mailServer.traps.clear();
  await waitUntilFlushed(databaseUrl);
  return [
    told("dropped at its data: back-off after each attempt", ATTEMPTS, inSeconds(delays)),
    exactly("delays that are not longer than the one before", ATTEMPTS - 1, notLonger(delays)),
    below(
      "longest a good mail took meanwhile",
      waits.length,
      Math.max(...waits),
      REQUIRED_DELIVERY_MS,
      "ms",
    ),
    exactly(
      "mails that `outbox list` shows, the poisoned one alone",
      1,
      isListed ? listed.length : 0,
      1,
    ),
  ];
}

/**
 * A mail of which the process dies each time, while leads come in.
 *
 * @param deaths from when to when each of them took, to be filled
 */
async function fatalMail(setting: Setting, deaths: [number, number][]): Promise<Finding[]> {
  const { random, databaseUrl, server, mailServer, saved } = setting;
  const fatal = nextLead(random);
  mailServer.traps.set(fatal.name, () => {});
  const id = await save(setting, fatal);
  await waitUntil("the fatal mail failed", STEP_SECONDS, async () => {
    const { rowCount } = await query(
      databaseUrl,
      `SELECT FROM outbox WHERE id = '${id}' AND attempts = 1 AND leased_until IS NULL`,
    );
    return rowCount === 1;
  });

  const load = new LoadGenerator({ url: server.url, random, atOnce: 4, pause: 100, retry: 50 });
  const delays: number[] = [];
  for (let death = 1; death <= DEATHS; death += 1) {
    const dead = new Promise((resolve) => {
      mailServer.traps.set(fatal.name, async () => {
        const killed = performance.now();
        await server.kill();
        deaths.push([killed, performance.now()]);
        resolve(undefined);
      });
    });
    await query(
      databaseUrl,
      `UPDATE outbox SET due_at = now(), leased_until = NULL WHERE id = '${id}'`,
    );
    await dead;
    const { rows } = await query(
      databaseUrl,
      `SELECT attempts, extract(epoch FROM greatest(leased_until, due_at) - now())::float8 AS delay
       FROM outbox WHERE id = '${id}'`,
    );
    // The first attempt was the one that killed nobody.
    delays.push(rows[0].attempts === death + 1 ? rows[0].delay : Number.NaN);
    // Nobody sends now: the others that died with the process need not wait for their leases.
    await query(databaseUrl, `UPDATE outbox SET leased_until = NULL WHERE id <> '${id}'`);
    await server.start();
    await waitUntil("the others are sent while the fatal one is leased", STEP_SECONDS, async () => {
      const { rowCount } = await query(
        databaseUrl,
        `SELECT FROM outbox WHERE state = 'pending' AND id <> '${id}'
         AND created_at < now() - interval '1 second'`,
      );
      return rowCount === 0;
    });
  }
  await load.stop();
  for (const [lead, leadId] of load.saved) saved.set(lead, leadId);
  const listed = await listOutbox(server);
  mailServer.traps.clear();
  await query(
    databaseUrl,
    `UPDATE outbox SET due_at = now(), leased_until = NULL WHERE id = '${id}'`,
  );
  await waitUntilFlushed(databaseUrl);
  return [
    told("fatal to its process: back-off after each death", DEATHS, inSeconds(delays)),
    exactly("deaths that did not count as an attempt", DEATHS, delays.filter(Number.isNaN).length),
    exactly(
      "leads of meanwhile whose mail did not go",
      load.saved.size,
      unsent(load.saved, mailServer),
    ),
    exactly(
      "fatal mails that `outbox list` does not show",
      1,
      listed.some((mail) => mail.id === id) ? 0 : 1,
    ),
  ];
}

/**
 * A mail server that refuses everything for an hour, and then nothing. The hour passes in the
 * database: the outbox's times are moved back instead of waited for.
 */
async function refusingServer(setting: Setting): Promise<Finding[]> {
  const { random, rounds, databaseUrl, server, mailServer } = setting;
  await mailServer.change(REFUSALS[0]);
  const leads = Array.from({ length: rounds }, () => save(setting, nextLead(random)));
  await Promise.all(leads);
  let passed = 0;
  let attempts = 1;
  for (;;) {
    await waitUntil("each mail was refused again", STEP_SECONDS, async () => {
      const { rowCount } = await query(
        databaseUrl,
        `SELECT FROM outbox WHERE state = 'pending' AND failure_class = 'refused'
         AND attempts = ${attempts} AND leased_until IS NULL`,
      );
      return rowCount === rounds;
    });
    if (passed >= REFUSING_SECONDS) break;
    await mailServer.change(REFUSALS[attempts % REFUSALS.length]);
    attempts += 1;
    const { rows } = await query(
      databaseUrl,
      `WITH wait AS (SELECT max(due_at) - now() AS length FROM outbox WHERE state = 'pending')
       UPDATE outbox SET created_at = created_at - length, due_at = due_at - length
       FROM wait WHERE state = 'pending'
       RETURNING extract(epoch FROM length)::float8 AS seconds`,
    );
    passed += rows[0].seconds;
  }
  const listed = await listOutbox(server);
  const metrics = (await ask(server.metricsUrl)).text;
  const checked = await check(server);

  await mailServer.change("friendly");
  await waitUntilFlushed(databaseUrl);
  return [
    told("5xx to everything: time that passed in the database", rounds, inSeconds([passed])),
    told("attempts of each mail", rounds, attempts),
    exactly(
      "mails that `outbox list` shows as refused",
      rounds,
      listed.filter((mail) => mail.failure_class === "refused").length,
      rounds,
    ),
    exactly(
      "mails failing by the metrics",
      rounds,
      figure(metrics, 'outbox_failing_mails{channel="mail",failure="refused"}'),
      rounds,
    ),
    exactly(
      "mails dead by the metrics",
      rounds,
      figure(metrics, 'outbox_mails{channel="mail",state="dead"}'),
    ),
    told(
      "age of the oldest by the metrics",
      1,
      inSeconds([figure(metrics, "outbox_oldest_pending_seconds")]),
    ),
    exactly(
      "mails that `check` warns of",
      rounds,
      Number(/(\d+) mails? failed and will be/.exec(checked)?.[1]),
      rounds,
    ),
  ];
}

/** Saves a lead and adds it to those that are saved. */
async function save({ server, saved }: Setting, lead: Lead) {
  const answer = await saveLead(server.url, lead);
  const id = savedId(answer);
  if (!id) throw new UserError(`A lead was not saved: ${answer.status} ${answer.text}`);
  saved.set(lead, id);
  return id;
}

/** What `outbox list` shows. */
async function listOutbox(
  server: Server,
): Promise<{ id: string; attempts: number; failure_class: string | null }[]> {
  return JSON.parse(await server.command(["outbox", "list", "--json"]));
}

/** What `check` prints, also where it fails: it does, when the mail server refuses it. */
async function check(server: Server) {
  try {
    return await server.command(["check"]);
  } catch (error) {
    if (error instanceof CommandFailure) return error.output;
    throw error;
  }
}

/**
 * A figure of the metrics.
 *
 * @param name with its labels
 */
function figure(metrics: string, name: string) {
  const line = metrics.split("\n").find((line) => line.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

/** How many leads the mail server has taken no mail of. */
function unsent(leads: Map<Lead, string>, mailServer: MailServer) {
  return [...leads.values()].filter((id) => mailServer.takenAt(id) === undefined).length;
}

function inSeconds(values: number[]) {
  return `${values.map((value) => Math.round(value).toLocaleString("en")).join(", ")} s`;
}

/** @param values each should be larger than the one before */
function notLonger(values: number[]) {
  return values.filter((value, index) => index > 0 && value <= values[index - 1]).length;
}
