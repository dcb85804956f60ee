/** The mail server refuses, hangs, breaks off and goes away, and then is itself again. */
import { openDurableDatabase, query } from "../../scripts/postgres.mjs";
import { auditLeads, auditMails } from "../audit/audit.mjs";
import { below, exactly, told } from "../audit/findings.mjs";
import { countMails, waitUntilFlushed } from "../audit/outbox.mjs";
import { waitUntil } from "../audit/wait-until.mjs";
import { nextLead, savedId, saveLead, sendMail } from "../load/lead.mjs";
import { startMailServer } from "../mail-server.mjs";
import { startServer } from "../server.mjs";

/** Two answers that no visitor waits longer for, in milliseconds. */
const REQUIRED_ANSWER_MS = 1000;

/** How many mails may meet a server that does not answer: each of them takes up to a minute. */
const MAX_SLOW_ROUNDS = 4;

/**
 * The behaviours, the slow ones first: what failed before comes up again in them.
 *
 * @type {{ behaviour: import("../mail-server.mjs").SmtpBehaviour, slow?: boolean }[]}
 */
const BEHAVIOURS = [
  { behaviour: "silent", slow: true },
  { behaviour: "silent at the end", slow: true },
  { behaviour: "no such recipient" },
  { behaviour: "refused at the end" },
  { behaviour: "cut" },
  { behaviour: "busy at the recipient" },
  { behaviour: "busy at the end" },
  { behaviour: "away" },
];

/**
 * @param {import("../run.mjs").Options} options
 * @returns {Promise<import("../audit/findings.mjs").Finding[]>}
 */
export async function mail({ random, rounds = 20 }) {
  const database = await openDurableDatabase();
  const mailServer = await startMailServer();
  const server = await startServer("mail", {
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
  });

  /** @type {Map<import("../load/lead.mjs").Lead, string>} */
  const saved = new Map();
  /** @type {number[]} */
  const waits = [];
  let refused = 0;
  let most = 0;
  for (const { behaviour, slow = false } of BEHAVIOURS) {
    await mailServer.change(behaviour);
    const many = slow ? Math.min(rounds, MAX_SLOW_ROUNDS) : rounds;
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
    await waitUntil(`each mail met a mail server that is: ${behaviour}`, 180, async () => {
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
  await waitUntilFlushed(database.url);
  const findings = [
    told(
      "behaviours; then SQL made all mails due, not the back-off",
      BEHAVIOURS.length,
      `${most} mails`,
    ),
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
