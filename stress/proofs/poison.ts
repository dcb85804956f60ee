/** Mails that can't be delivered, or a mail server that refuses all of them, don't delay other mails. */
import { CommandFailure } from "../../scripts/command.ts";
import { openDurableDatabase, query } from "../../scripts/postgres.ts";
import { UserError } from "../../scripts/process-lifecycle.ts";
import { auditLeads, auditMails } from "../audit/audit.ts";
import { below, exactly, type Finding, measured } from "../audit/findings.ts";
import { countMails, waitUntilFlushed } from "../audit/outbox.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { ask } from "../load/http.ts";
import { type Lead, nextLead, savedId, saveLead } from "../load/lead.ts";
import { LoadGenerator } from "../load/load-generator.ts";
import type { Random } from "../load/random.ts";
import { type MailServer, type SmtpBehaviour, startMailServer } from "../mail-server.ts";
import type { Options } from "../options.ts";
import { type Server, startServer } from "../server.ts";

/** The attempts to send the poisoned mail, with good mails around them. */
const ATTEMPTS = 6;

/** The number of processes that die of a mail. */
const DEATHS = 4;

/** How long the mail server refuses everything, in seconds. */
const REFUSING_SECONDS = 3600;

/** The mail server's refusals, in turn. */
const REFUSALS: SmtpBehaviour[] = ["refusing everybody", "no such recipient", "refused at the end"];

/** The time from a saved lead to its delivered mail, in milliseconds. */
const REQUIRED_DELIVERY_MS = 5000;

/** The timeout of a step, in seconds. */
const STEP_SECONDS = 120;

interface Setting {
  random: Random;
  rounds: number;
  databaseUrl: string;
  server: Server;
  mailServer: MailServer;
  saved: Map<Lead, string>;
}

/** @param options `rounds` is the number of good leads */
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

/** Sends a mail during whose data the mail server always disconnects, among good ones. */
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
        "a good mail arrived",
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
    measured(
      "disconnected during its data: back-off after each attempt",
      ATTEMPTS,
      inSeconds(delays),
    ),
    exactly("delays that are not longer than the previous one", ATTEMPTS - 1, notLonger(delays)),
    below(
      "longest delivery of a good mail meanwhile",
      waits.length,
      Math.max(...waits),
      REQUIRED_DELIVERY_MS,
      "ms",
    ),
    exactly("mails in `outbox list`: only the poisoned one", 1, isListed ? listed.length : 0, 1),
  ];
}

/**
 * Sends a mail that kills the process each time, while leads arrive.
 *
 * @param deaths collects the period of each death
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
    // The first attempt killed no process.
    delays.push(rows[0].attempts === death + 1 ? rows[0].delay : Number.NaN);
    // No process sends now, so the other leased mails need not wait for their leases.
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
    measured("mail that kills its process: back-off after each death", DEATHS, inSeconds(delays)),
    exactly("deaths that did not count as an attempt", DEATHS, delays.filter(Number.isNaN).length),
    exactly(
      "leads from that time whose mail was not sent",
      load.saved.size,
      unsent(load.saved, mailServer),
    ),
    exactly(
      "fatal mails missing from `outbox list`",
      1,
      listed.some((mail) => mail.id === id) ? 0 : 1,
    ),
  ];
}

/**
 * The mail server refuses everything for an hour, then accepts all. The test moves the outbox's times back
 * instead of waiting.
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
    measured("5xx for every mail: time that passed in the database", rounds, inSeconds([passed])),
    measured("attempts of each mail", rounds, attempts),
    exactly(
      "mails that are refused in `outbox list`",
      rounds,
      listed.filter((mail) => mail.failure_class === "refused").length,
      rounds,
    ),
    exactly(
      "failing mails in the metrics",
      rounds,
      figure(metrics, 'outbox_failing_mails{channel="mail",failure="refused"}'),
      rounds,
    ),
    exactly(
      "dead mails in the metrics",
      rounds,
      figure(metrics, 'outbox_mails{channel="mail",state="dead"}'),
    ),
    measured(
      "age of the oldest mail in the metrics",
      1,
      inSeconds([figure(metrics, "outbox_oldest_pending_seconds")]),
    ),
    exactly(
      "mails in the warning of `check`",
      rounds,
      Number(/(\d+) mails? failed and will be/.exec(checked)?.[1]),
      rounds,
    ),
  ];
}

/** Saves a lead and adds it to the saved ones. */
async function save({ server, saved }: Setting, lead: Lead) {
  const answer = await saveLead(server.url, lead);
  const id = savedId(answer);
  if (!id) throw new UserError(`A lead was not saved: ${answer.status} ${answer.text}`);
  saved.set(lead, id);
  return id;
}

/** Returns the output of `outbox list`. */
async function listOutbox(
  server: Server,
): Promise<{ id: string; attempts: number; failure_class: string | null }[]> {
  return JSON.parse(await server.command(["outbox", "list", "--json"]));
}

/** Returns the output of `check`, which fails when the mail server refuses it. */
async function check(server: Server) {
  try {
    return await server.command(["check"]);
  } catch (error) {
    if (error instanceof CommandFailure) return error.output;
    throw error;
  }
}

/**
 * Returns the value of a metric.
 *
 * @param name including labels
 */
function figure(metrics: string, name: string) {
  const line = metrics.split("\n").find((line) => line.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

/** Returns how many leads have no accepted mail. */
function unsent(leads: Map<Lead, string>, mailServer: MailServer) {
  return [...leads.values()].filter((id) => mailServer.takenAt(id) === undefined).length;
}

function inSeconds(values: number[]) {
  return `${values.map((value) => Math.round(value).toLocaleString("en")).join(", ")} s`;
}

/** Returns how many values aren't greater than the one before. */
function notLonger(values: number[]) {
  return values.filter((value, index) => index > 0 && value <= values[index - 1]).length;
}
