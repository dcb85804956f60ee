/** Compares the server's responses to visitors with the database and the mail server. */

import type { AcceptedMail, MailServer } from "../../bench/mail-server.ts";
import { query } from "../../scripts/postgres.ts";
import type { Lead } from "../load/lead.ts";
import { exactly, type Finding, measured } from "./findings.ts";

/** The longest time, on a busy machine, to record that a mail was sent, in milliseconds. */
const NOTE_MS = 5000;

/** The ids that the server returned to visitors. */
export type SavedLeads = Map<Lead, string>;

/** Checks that each acknowledged lead is in the table once. */
export async function auditLeads(databaseUrl: string, saved: SavedLeads): Promise<Finding[]> {
  const { rows } = await query(
    databaseUrl,
    "SELECT id, full_name FROM site_forms WHERE full_name LIKE 'Ada Quercus%'",
  );
  const names = group(rows, ({ full_name }) => full_name);
  let missing = 0;
  for (const [{ name }, id] of saved) {
    if (!names.get(name)?.some((row) => row.id === id)) missing += 1;
  }
  const doubled = [...names.values()].filter((rows) => rows.length > 1).length;
  return [
    exactly("acknowledged leads that are missing", saved.size, missing),
    exactly("duplicate leads", rows.length, doubled),
  ];
}

/**
 * Checks that each lead has a mail, always the same. A mail may arrive twice if a process died after the mail
 * server accepted it and before that was recorded.
 *
 * @param deaths the periods in which a process was dying
 */
export function auditMails(
  saved: SavedLeads,
  mailServer: MailServer,
  deaths: [number, number][] = [],
): Finding[] {
  const byId = group(mailServer.accepted, ({ id }) => id);
  const names = new Map([...saved].map(([{ name }, id]) => [name, id]));
  const mistaken = mailServer.accepted.filter(({ id, subject }) => {
    const name = [...subject.matchAll(/Ada Quercus[a-z]+/g)].map(([found]) => found)[0];
    return name === undefined || names.get(name) !== id;
  });
  const without = [...names.values()].filter((id) => !byId.has(id)).length;
  const doubled = [...byId.values()].filter((mails) => mails.length > 1);
  const unexplained = doubled
    .flatMap((mails) => mails.slice(1).map((mail, index) => [mails[index], mail]))
    .filter(([earlier, later]) => !deaths.some((death) => isBetween(death, earlier, later)));
  return [
    exactly("leads without a mail", saved.size, without),
    exactly("mails with another Message-ID than their lead's", byId.size, mistaken.length),
    measured("mails that arrived twice with the same Message-ID", byId.size, doubled.length),
    exactly("of these, not explained by a death", doubled.length, unexplained.length),
  ];
}

/**
 * Returns whether a process died after it had sent a mail, but before that was recorded, so that the mail was sent
 * again. A mail that arrives while the process dies is read after its death.
 */
function isBetween([from, to]: [number, number], earlier: AcceptedMail, later: AcceptedMail) {
  return earlier.connectedAt < to && from - NOTE_MS < earlier.at && from < later.at;
}

function group<T>(list: T[], nameOf: (item: T) => string) {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    const name = nameOf(item);
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return groups;
}
