/** Two servers on one database: what must happen once happens once. */
import { setTimeout as delay } from "node:timers/promises";
import { openDurableDatabase, query } from "../../scripts/postgres.ts";
import { auditLeads, auditMails } from "../audit/audit.ts";
import { below, exactly, type Finding } from "../audit/findings.ts";
import { waitUntilSent } from "../audit/outbox.ts";
import type { Answer } from "../load/http.ts";
import { type Lead, nextLead, savedId, saveLead, sendMail } from "../load/lead.ts";
import type { Random } from "../load/random.ts";
import { type MailServer, startMailServer } from "../mail-server.ts";
import type { Options } from "../options.ts";
import { startServer } from "../server.ts";

/** LEADS_PER_ADDRESS_PER_HOUR of both servers. */
const LIMIT = 60;

/** How many leads are sent by mail, in the usual run. */
const LEADS = 500;

/** How often the same is sent at the same time. */
const AT_ONCE = 10;

export async function processes({ random, rounds = 50 }: Options): Promise<Finding[]> {
  await using database = await openDurableDatabase();
  await using mailServer = await startMailServer();
  const env = {
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
    LEADS_PER_ADDRESS_PER_HOUR: String(LIMIT),
  };
  await using first = await startServer("first", env);
  await using second = await startServer("second", env);
  const urls = [first.url, second.url];
  return [
    ...(await oneKey(random, urls, database.url, rounds)),
    ...(await oneSession(random, urls, rounds)),
    ...(await oneAddress(random, urls)),
    ...(await oneMail(random, urls, database.url, mailServer, Math.min(rounds * 10, LEADS))),
  ];
}

/** One lead with one key, sent to both at the same time, several times. */
async function oneKey(random: Random, urls: string[], databaseUrl: string, rounds: number) {
  let otherAnswers = 0;
  let otherRows = 0;
  for (let round = 0; round < rounds; round += 1) {
    const lead = nextLead(random);
    const answers = await Promise.all(both(urls, AT_ONCE).map((url) => saveLead(url, lead)));
    const [first] = answers;
    otherAnswers += answers.filter(
      (answer) => !savedId(answer) || answer.text !== first.text,
    ).length;
    const { rowCount } = await query(
      databaseUrl,
      `SELECT FROM site_forms WHERE full_name = '${lead.name}'`,
    );
    if (rowCount !== 1) otherRows += 1;
  }
  return [
    exactly("keys, sent ten times at once, without exactly one row", rounds, otherRows),
    exactly("answers to them that are not the same 201", rounds * AT_ONCE, otherAnswers),
  ];
}

/** Several leads of one session, sent to both at the same time: each takes one, and the others must wait. */
async function oneSession(random: Random, urls: string[], rounds: number) {
  let taken = 0;
  let told = 0;
  for (let round = 0; round < rounds; round += 1) {
    const session = random.uuid();
    const answers = await Promise.all(
      both(urls, AT_ONCE).map((url) => {
        const lead = nextLead(random);
        return saveLead(url, { ...lead, row: { ...lead.row, session_id: session } });
      }),
    );
    taken += answers.filter((answer) => savedId(answer)).length;
    told += answers.filter(
      ({ status, headers, text }) =>
        status === 429 && headers.get("retry-after") && text.includes("Slow down!"),
    ).length;
  }
  const admitted = rounds * urls.length;
  const refused = rounds * AT_ONCE - admitted;
  return [
    exactly("leads taken of sessions that sent ten at once", rounds * AT_ONCE, taken, admitted),
    exactly("the others that were told to wait", refused, told, refused),
  ];
}

/** More leads from one address than may come within an hour: each counts, and hears of the other. */
async function oneAddress(random: Random, urls: string[]) {
  await untilHourLasts(30_000);
  const { address } = nextLead(random);
  const send = (many: number) =>
    Promise.all(both(urls, many).map((url) => saveLead(url, { ...nextLead(random), address })));
  const taken = (answers: Answer[]) => answers.filter((answer) => savedId(answer)).length;
  const atOnce = await send(4 * LIMIT);
  const told = atOnce.filter(({ status, headers }) => status === 429 && headers.get("retry-after"));
  // Counts are exchanged each second.
  await delay(3000);
  return [
    below(
      "leads taken at once from one address: at most the limit of each",
      atOnce.length,
      taken(atOnce),
      urls.length * LIMIT + 1,
      "leads",
    ),
    exactly(
      "the others that were told so",
      atOnce.length,
      told.length,
      atOnce.length - taken(atOnce),
    ),
    exactly("leads taken from it once both know", 2 * LIMIT, taken(await send(2 * LIMIT))),
  ];
}

/** Leads and their mails, each to another server. */
async function oneMail(
  random: Random,
  urls: string[],
  databaseUrl: string,
  mailServer: MailServer,
  many: number,
) {
  // Those of the leads before.
  await waitUntilSent(databaseUrl);
  mailServer.accepted.length = 0;

  const saved = new Map<Lead, string>();
  const send = async (visitor: number) => {
    for (let index = visitor; index < many; index += AT_ONCE) {
      const lead = nextLead(random);
      const id = savedId(await saveLead(urls[index % 2], lead));
      if (id) saved.set(lead, id);
      await sendMail(urls[(index + 1) % 2], lead);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, visitor) => send(visitor)));
  await waitUntilSent(databaseUrl);
  return [
    exactly("leads taken by both", many, saved.size, many),
    ...(await auditLeads(databaseUrl, saved)),
    ...auditMails(saved, mailServer),
    exactly("their mails, however often each came", many, mailServer.accepted.length, many),
  ];
}

/** So many requests, spread over both servers. */
function both(urls: string[], many: number) {
  return Array.from({ length: many }, (_, index) => urls[index % urls.length]);
}

/** The hour is counted by the clock: what is sent in two of them is counted twice. */
async function untilHourLasts(milliseconds: number) {
  const hour = 3_600_000;
  const left = hour - (Date.now() % hour);
  if (left < milliseconds) await delay(left + 1000);
}
