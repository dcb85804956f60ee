/** Queries on the outbox. */
import { query } from "../../scripts/postgres.ts";
import { waitUntil } from "./wait-until.ts";

/**
 * How long the outbox may need. A mail that was leased by a server that died is due again after a
 * minute and a half, and some 25 go a second: each by a connection of its own, to which `smtp-server`
 * says nothing for a tenth of a second, lest somebody talk first.
 */
const TIMEOUT_SECONDS = 600;

/** How many mails are in a state. */
export async function countMails(
  databaseUrl: string,
  state: "pending" | "quarantined" | "in_digest" | "sent" | "dead",
): Promise<number> {
  const { rows } = await query(databaseUrl, `SELECT count(*) FROM outbox WHERE state = '${state}'`);
  return Number(rows[0].count);
}

/** Waits until no mail is left to be sent. */
export async function waitUntilSent(databaseUrl: string) {
  await waitUntil("the outbox is empty", TIMEOUT_SECONDS, async () => {
    return (await countMails(databaseUrl, "pending")) === 0;
  });
}

/**
 * Waits as {@link waitUntilSent}, but makes every mail due, again and again, rather than wait for
 * back-off, which grows to hours. One that is being sent stays with its sender.
 */
export async function waitUntilFlushed(databaseUrl: string) {
  await waitUntil("the outbox is empty", TIMEOUT_SECONDS, async () => {
    await query(
      databaseUrl,
      "UPDATE outbox SET due_at = now() WHERE state = 'pending' AND due_at > now()",
    );
    return (await countMails(databaseUrl, "pending")) === 0;
  });
}
