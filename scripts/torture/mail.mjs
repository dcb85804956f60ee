/** The mail server refuses, hangs, breaks off and goes away, and then is itself again. */
import { openDurableDatabase, query } from "../postgres.mjs";
import { auditLeads, auditMails } from "./audit.mjs";
import { below, exactly, told } from "./findings.mjs";
import { nextLead, savedId, saveLead, sendMail } from "./lead.mjs";
import { startMailServer } from "./mail-server.mjs";
import { countMails, listDead, retry, untilHurriedOut, untilSent } from "./outbox.mjs";
import { startServer } from "./server.mjs";
import { until } from "./until.mjs";

/** Two answers that no visitor waits longer for, in milliseconds. */
const REQUIRED_ANSWER_MS = 1000;

/** How many mails may meet a server that does not answer: each group of four takes a minute. */
const PATIENCE_OF_THE_RUN = 4;

/**
 * The moods, the dead ones first: what is given up does not come up again in a later mood.
 *
 * @type {{ mood: import("./mail-server.mjs").Mood, dead?: boolean, slow?: boolean }[]}
 */
const MOODS = [
  { mood: "no such recipient", dead: true },
  { mood: "refused at the end", dead: true },
  { mood: "silent", slow: true },
  { mood: "silent at the end", slow: true },
  { mood: "cut" },
  { mood: "busy at the recipient" },
  { mood: "busy at the end" },
  { mood: "away" },
];

/**
 * @param {import("../torture.mjs").Options} options
 * @returns {Promise<import("./findings.mjs").Finding[]>}
 */
export async function mail({ random, rounds = 20 }) {
  const database = await openDurableDatabase();
  const mailServer = await startMailServer();
  const server = await startServer("mail", {
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
  });

  /** @type {Map<import("./lead.mjs").Lead, string>} */
  const saved = new Map();
  /** @type {number[]} */
  const waits = [];
  let refused = 0;
  let dead = 0;
  let most = 0;
  for (const { mood, dead: kills = false, slow = false } of MOODS) {
    await mailServer.change(mood);
    const many = slow ? Math.min(rounds, PATIENCE_OF_THE_RUN) : rounds;
    const visit = async () => {
      const lead = nextLead(random);
      const began = performance.now();
      const id = savedId(await saveLead(server.url, lead));
      const { status } = await sendMail(server.url, lead);
      waits.push(performance.now() - began);
      if (!id || status !== 200) refused += 1;
      else saved.set(lead, id);
      return id;
    };
    const ids = await Promise.all(Array.from({ length: many }, visit));
    await until(`each mail met a mail server that is: ${mood}`, 180, async () => {
      const failed = await query(
        database.url,
        `SELECT FROM outbox WHERE failure IS NOT NULL AND id IN (${ids.map((id) => `'${id}'`)})`,
      );
      return failed.rowCount === ids.length;
    });
    if (kills) dead += many;
    most += many;
  }
  const early = mailServer.accepted.length;

  await mailServer.change("friendly");
  await untilHurriedOut(database.url);
  const sent = await countMails(database.url, "sent");
  const listed = await listDead(server);
  await retry(server, listed);
  await untilSent(database.url);

  const findings = [
    told("moods; then SQL made all mails due, not the back-off", MOODS.length, `${most} mails`),
    exactly("leads and mails that were not taken", most, refused),
    below("longest wait of a visitor", waits.length, Math.max(...waits), REQUIRED_ANSWER_MS, "ms"),
    ...(await auditLeads(database.url, saved)),
    exactly("mails taken by a mail server that did not say so", most, early),
    exactly("mails sent once it was itself again", most - dead, sent, most - dead),
    exactly("dead letters, all of them after a 5xx, as listed", dead, listed.length, dead),
    exactly(
      "dead letters after `outbox retry`",
      listed.length,
      await countMails(database.url, "dead"),
    ),
    ...auditMails(saved, mailServer),
  ];
  await server.stop();
  await mailServer.stop();
  await database.stop();
  return findings;
}
