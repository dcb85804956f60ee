/** The mail server refuses, hangs, breaks off and goes away, and then is itself again. */
import { openDurableDatabase, query } from "../../scripts/postgres.ts";
import { auditLeads, auditMails } from "../audit/audit.ts";
import { below, exactly, type Finding, told } from "../audit/findings.ts";
import { countMails, waitUntilFlushed } from "../audit/outbox.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { type Lead, nextLead, savedId, saveLead, sendMail } from "../load/lead.ts";
import { type SmtpBehaviour, startMailServer } from "../mail-server.ts";
import type { Options } from "../options.ts";
import { startServer } from "../server.ts";

/** Two answers that no visitor waits longer for, in milliseconds. */
const REQUIRED_ANSWER_MS = 1000;

/** How many mails may meet a server that does not answer: each of them takes a minute or two. */
const MAX_SLOW_ROUNDS = 4;

/** The behaviours, the slow ones first: what failed before comes up again in them. */
const BEHAVIOURS: { behaviour: SmtpBehaviour; slow?: boolean }[] = [
  { behaviour: "silent", slow: true },
  { behaviour: "silent at the end", slow: true },
  { behaviour: "no such recipient" },
  { behaviour: "refused at the end" },
  { behaviour: "cut" },
  { behaviour: "busy at the recipient" },
  { behaviour: "busy at the end" },
  { behaviour: "away" },
];

export async function mail({ random, rounds = 20 }: Options): Promise<Finding[]> {
  await using database = await openDurableDatabase();
  await using mailServer = await startMailServer();
  await using server = await startServer("mail", {
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
  });

  const saved = new Map<Lead, string>();
  const waits: number[] = [];
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
  return [
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
}
