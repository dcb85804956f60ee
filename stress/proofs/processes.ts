/** Two servers on one database: what must happen once happens once. */
import { setTimeout as delay } from "node:timers/promises";
import { type MailServer, startMailServer } from "../../scripts/mail-server.ts";
import { openDurableDatabase, query } from "../../scripts/postgres.ts";
import { auditLeads, auditMails } from "../audit/audit.ts";
import { below, exactly, type Finding } from "../audit/findings.ts";
import { waitUntilSent } from "../audit/outbox.ts";
import type { Answer } from "../load/http.ts";
import { type Lead, nextLead, savedId, saveLead, sendMail } from "../load/lead.ts";
import type { Random } from "../load/random.ts";
import type { Options } from "../options.ts";
import { startServer } from "../server.ts";

/** LEADS_PER_ADDRESS_PER_HOUR of both servers. */
const LIMIT = 60;

/** The default limit of leads that are mailed. */
const LEADS = 500;

/** The number of concurrent requests. */
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

/** Sends one lead with one key to both servers at the same time, repeatedly. */
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
    exactly("keys sent ten times at once that do not have exactly one row", rounds, otherRows),
    exactly("their responses that are not the same 201", rounds * AT_ONCE, otherAnswers),
  ];
}

/** Sends several leads of one session to both servers at once: each saves one and refuses the others. */
async function oneSession(random: Random, urls: string[], rounds: number) {
  let taken = 0;
  let slowedDown = 0;
  for (let round = 0; round < rounds; round += 1) {
    const session = random.uuid();
    const answers = await Promise.all(
      both(urls, AT_ONCE).map((url) => {
        const lead = nextLead(random);
        return saveLead(url, { ...lead, row: { ...lead.row, session_id: session } });
      }),
    );
    taken += answers.filter((answer) => savedId(answer)).length;
    slowedDown += answers.filter(
      ({ status, headers, text }) =>
        status === 429 && headers.get("retry-after") && text.includes("Slow down!"),
    ).length;
  }
  const admitted = rounds * urls.length;
  const refused = rounds * AT_ONCE - admitted;
  return [
    exactly("saved leads of sessions that sent ten at once", rounds * AT_ONCE, taken, admitted),
    exactly("the others, refused with a time to wait", refused, slowedDown, refused),
  ];
}

/** Exceeds the limit of an address: each server counts, and they exchange their counts. */
async function oneAddress(random: Random, urls: string[]) {
  await untilHourLasts(30_000);
  const { address } = nextLead(random);
  const send = (many: number) =>
    Promise.all(both(urls, many).map((url) => saveLead(url, { ...nextLead(random), address })));
  const taken = (answers: Answer[]) => answers.filter((answer) => savedId(answer)).length;
  const atOnce = await send(4 * LIMIT);
  const limited = atOnce.filter(
    ({ status, headers }) => status === 429 && headers.get("retry-after"),
  );
  // The servers exchange their counts every second.
  await delay(3000);
  return [
    below(
      "leads saved at once from one address: at most each server's limit",
      atOnce.length,
      taken(atOnce),
      urls.length * LIMIT + 1,
      "leads",
    ),
    exactly(
      "the others, refused with Retry-After",
      atOnce.length,
      limited.length,
      atOnce.length - taken(atOnce),
    ),
    exactly(
      "leads saved from it once both servers know the count",
      2 * LIMIT,
      taken(await send(2 * LIMIT)),
    ),
  ];
}

/** Sends each lead to one server and asks the other one for its mail. */
async function oneMail(
  random: Random,
  urls: string[],
  databaseUrl: string,
  mailServer: MailServer,
  many: number,
) {
  // Waits for the mails of earlier leads.
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
    exactly("leads saved by both servers", many, saved.size, many),
    ...(await auditLeads(databaseUrl, saved)),
    ...auditMails(saved, mailServer),
    exactly("their mails, duplicates included", many, mailServer.accepted.length, many),
  ];
}

/** Returns the URLs of `many` requests, spread over both servers. */
function both(urls: string[], many: number) {
  return Array.from({ length: many }, (_, index) => urls[index % urls.length]);
}

/** Waits for the next clock hour if this one ends soon, because counts start again with each hour. */
async function untilHourLasts(milliseconds: number) {
  const hour = 3_600_000;
  const left = hour - (Date.now() % hour);
  if (left < milliseconds) await delay(left + 1000);
}
