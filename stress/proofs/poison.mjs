/** Mails that never get through, and a mail server that refuses them all: the others are not held up. */
import { CommandFailure } from "../../scripts/command.mjs";
import { openDurableDatabase, query } from "../../scripts/postgres.mjs";
import { UserError } from "../../scripts/process-lifecycle.mjs";
import { auditLeads, auditMails } from "../audit/audit.mjs";
import { below, exactly, told } from "../audit/findings.mjs";
import { countMails, waitUntilFlushed } from "../audit/outbox.mjs";
import { waitUntil } from "../audit/wait-until.mjs";
import { ask } from "../load/http.mjs";
import { nextLead, savedId, saveLead } from "../load/lead.mjs";
import { LoadGenerator } from "../load/load-generator.mjs";
import { startMailServer } from "../mail-server.mjs";
import { startServer } from "../server.mjs";

/** How often the poisoned mail is tried, with good ones around it. */
const ATTEMPTS = 6;

/** How many processes die of a mail. */
const DEATHS = 4;

/** How long the mail server refuses everything, in seconds. */
const REFUSING_SECONDS = 3600;

/**
 * By which of the mail server's replies, in turn.
 *
 * @type {import("../mail-server.mjs").SmtpBehaviour[]}
 */
const REFUSALS = ["refusing everybody", "no such recipient", "refused at the end"];

/** A good mail is there this long after its lead was saved, in milliseconds. */
const REQUIRED_DELIVERY_MS = 5000;

/** How long a step may take, in seconds. */
const STEP_SECONDS = 120;

/**
 * @typedef {import("../audit/findings.mjs").Finding} Finding
 * @typedef {import("../load/lead.mjs").Lead} Lead
 *
 * @typedef {object} Setting
 * @property {import("../load/random.mjs").Random} random
 * @property {number} rounds
 * @property {string} databaseUrl
 * @property {import("../server.mjs").Server} server
 * @property {import("../mail-server.mjs").MailServer} mailServer
 * @property {Map<Lead, string>} saved
 */

/**
 * @param {import("../run.mjs").Options} options `rounds` is how many good leads there are
 * @returns {Promise<Finding[]>}
 */
export async function poison({ random, rounds = 100 }) {
  const database = await openDurableDatabase();
  const mailServer = await startMailServer();
  const server = await startServer("poison", {
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
  });
  /** @type {Map<Lead, string>} */
  const saved = new Map();
  const setting = { random, rounds, databaseUrl: database.url, server, mailServer, saved };
  /** @type {[number, number][]} */
  const deaths = [];
  const findings = [
    ...(await droppedMail(setting)),
    ...(await fatalMail(setting, deaths)),
    ...(await refusingServer(setting)),
    exactly("mails given up", saved.size, await countMails(database.url, "dead")),
    ...(await auditLeads(database.url, saved)),
    ...auditMails(saved, mailServer, deaths),
  ];
  await server.stop();
  await mailServer.stop();
  await database.stop();
  return findings;
}

/**
 * A mail at whose data the mail server drops the connection, each time, among good ones.
 *
 * @param {Setting} setting
 * @returns {Promise<Finding[]>}
 */
async function droppedMail(setting) {
  const { random, rounds, databaseUrl, server, mailServer } = setting;
  const poisoned = nextLead(random);
  mailServer.traps.set(poisoned.name, () => {});
  const id = await save(setting, poisoned);
  /** @type {number[]} */
  const waits = [];
  /** @type {number[]} */
  const delays = [];
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
 * @param {Setting} setting
 * @param {[number, number][]} deaths from when to when each of them took, to be filled
 * @returns {Promise<Finding[]>}
 */
async function fatalMail(setting, deaths) {
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
  /** @type {number[]} */
  const leases = [];
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
      `SELECT attempts, extract(epoch FROM leased_until - now())::float8 AS lease
       FROM outbox WHERE id = '${id}'`,
    );
    // The first attempt was the one that killed nobody.
    leases.push(rows[0].attempts === death + 1 ? rows[0].lease : Number.NaN);
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
    told("fatal to its process: lease after each death", DEATHS, inSeconds(leases)),
    exactly("deaths that did not count as an attempt", DEATHS, leases.filter(Number.isNaN).length),
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
 *
 * @param {Setting} setting
 * @returns {Promise<Finding[]>}
 */
async function refusingServer(setting) {
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
      figure(metrics, 'outbox_failing_mails{failure="refused"}'),
      rounds,
    ),
    exactly("mails dead by the metrics", rounds, figure(metrics, 'outbox_mails{state="dead"}')),
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

/**
 * Saves a lead and adds it to those that are saved.
 *
 * @param {Setting} setting
 * @param {Lead} lead
 */
async function save({ server, saved }, lead) {
  const answer = await saveLead(server.url, lead);
  const id = savedId(answer);
  if (!id) throw new UserError(`A lead was not saved: ${answer.status} ${answer.text}`);
  saved.set(lead, id);
  return id;
}

/**
 * What `outbox list` shows.
 *
 * @param {import("../server.mjs").Server} server
 * @returns {Promise<{ id: string, attempts: number, failure_class: string | null }[]>}
 */
async function listOutbox(server) {
  return JSON.parse(await server.command(["outbox", "list", "--json"]));
}

/**
 * What `check` prints, also where it fails: it does, when the mail server refuses it.
 *
 * @param {import("../server.mjs").Server} server
 */
async function check(server) {
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
 * @param {string} metrics
 * @param {string} name with its labels
 */
function figure(metrics, name) {
  const line = metrics.split("\n").find((line) => line.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

/**
 * How many leads the mail server has taken no mail of.
 *
 * @param {Map<Lead, string>} leads
 * @param {import("../mail-server.mjs").MailServer} mailServer
 */
function unsent(leads, mailServer) {
  return [...leads.values()].filter((id) => mailServer.takenAt(id) === undefined).length;
}

/** @param {number[]} values */
function inSeconds(values) {
  return `${values.map((value) => Math.round(value).toLocaleString("en")).join(", ")} s`;
}

/** @param {number[]} values each should be larger than the one before */
function notLonger(values) {
  return values.filter((value, index) => index > 0 && value <= values[index - 1]).length;
}
