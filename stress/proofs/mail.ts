/** The mail server refuses, hangs, disconnects, and stops, then works again. */
import { openDurableDatabase, query } from "../../scripts/postgres.ts";
import { auditLeads, auditMails } from "../audit/audit.ts";
import { below, exactly, type Finding, measured } from "../audit/findings.ts";
import { countMails, waitUntilFlushed } from "../audit/outbox.ts";
import { waitUntil } from "../audit/wait-until.ts";
import { type Lead, nextLead, savedId, saveLead, sendMail } from "../load/lead.ts";
import { type SmtpBehaviour, startMailServer } from "../mail-server.ts";
import type { Options } from "../options.ts";
import { startServer } from "../server.ts";

/** The longest that a visitor may wait for two responses, in milliseconds. */
const REQUIRED_ANSWER_MS = 1000;

/** The limit of mails to an unresponsive server: each takes one or two minutes. */
const MAX_SLOW_ROUNDS = 4;

/** The behaviors, slow ones first, because failed mails come up again in the later ones. */
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
    await waitUntil(`each mail failed with the mail server: ${behaviour}`, 180, async () => {
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
    measured(
      "behaviors; then SQL made all mails due instead of the back-off",
      BEHAVIOURS.length,
      `${most} mails`,
    ),
    exactly("leads and mails that were refused", most, refused),
    below(
      "longest time that a visitor waited",
      waits.length,
      Math.max(...waits),
      REQUIRED_ANSWER_MS,
      "ms",
    ),
    ...(await auditLeads(database.url, saved)),
    exactly("mails that a failing mail server accepted", most, early),
    exactly(
      "mails sent once the mail server worked again",
      most,
      await countMails(database.url, "sent"),
      most,
    ),
    exactly("mails given up", most, await countMails(database.url, "dead")),
    ...auditMails(saved, mailServer),
  ];
}
