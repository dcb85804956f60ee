/** Queries on the outbox. */
import { query } from "../../scripts/postgres.ts";
import { waitUntil } from "./wait-until.ts";

/**
 * The time limit for emptying the outbox. A mail that a dead server had leased is due again after 90 seconds.
 * About 25 mails are sent a second: each needs its own connection, and `smtp-server` delays its greeting by 0.1
 * seconds to detect early talkers.
 */
const TIMEOUT_SECONDS = 600;

/** Returns how many mails are in a state. */
export async function countMails(
  databaseUrl: string,
  state: "pending" | "quarantined" | "in_digest" | "sent" | "dead",
): Promise<number> {
  const { rows } = await query(databaseUrl, `SELECT count(*) FROM outbox WHERE state = '${state}'`);
  return Number(rows[0].count);
}

/** Waits until no mail is pending. */
export async function waitUntilSent(databaseUrl: string) {
  await waitUntil("the outbox is empty", TIMEOUT_SECONDS, async () => {
    return (await countMails(databaseUrl, "pending")) === 0;
  });
}

/**
 * Waits like {@link waitUntilSent}, but keeps making mails due instead of waiting for the back-off, which can
 * take hours. A mail that is being sent keeps its lease.
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
