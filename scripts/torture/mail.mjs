/** The mail server refuses, hangs, breaks off and goes away, and then is itself again. */
import { openDurableDatabase, query } from "../postgres.mjs";
import { auditLeads, auditMails } from "./audit.mjs";
import { below, exactly, told } from "./findings.mjs";
import { nextLead, savedId, saveLead, sendMail } from "./lead.mjs";
import { startMailServer } from "./mail-server.mjs";
import { countMails, untilHurriedOut } from "./outbox.mjs";
import { startServer } from "./server.mjs";
import { until } from "./until.mjs";

/** Two answers that no visitor waits longer for, in milliseconds. */
const REQUIRED_ANSWER_MS = 1000;

/** How many mails may meet a server that does not answer: each of them takes up to a minute. */
const PATIENCE_OF_THE_RUN = 4;

/**
 * The moods, the slow ones first: what failed before comes up again in them.
 *
 * @type {{ mood: import("./mail-server.mjs").Mood, slow?: boolean }[]}
 */
const MOODS = [
  { mood: "silent", slow: true },
  { mood: "silent at the end", slow: true },
  { mood: "no such recipient" },
  { mood: "refused at the end" },
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
  let most = 0;
  for (const { mood, slow = false } of MOODS) {
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
    const ids = (await Promise.all(Array.from({ length: many }, visit))).filter(Boolean);
    await until(`each mail met a mail server that is: ${mood}`, 180, async () => {
      const failed = await query(
        database.url,
        `SELECT FROM outbox WHERE failure IS NOT NULL AND id = ANY ('{${ids}}')`,
      );
      return failed.rowCount === ids.length;
    });
    most += many;
  }
  const early = mailServer.accepted.length;

  await mailServer.change("friendly");
  await untilHurriedOut(database.url);
  const findings = [
    told("moods; then SQL made all mails due, not the back-off", MOODS.length, `${most} mails`),
    exactly("leads and mails that were not taken", most, refused),
    below("longest wait of a visitor", waits.length, Math.max(...waits), REQUIRED_ANSWER_MS, "ms"),
    ...(await auditLeads(database.url, saved)),
    exactly("mails taken by a mail server that did not say so", most, early),
    exactly(
      "mails sent once it was itself again",
      most,
      await countMails(database.url, "sent"),
      most,
    ),
    exactly("mails given up", most, await countMails(database.url, "dead")),
    ...auditMails(saved, mailServer),
  ];
  await server.stop();
  await mailServer.stop();
  await database.stop();
  return findings;
}
