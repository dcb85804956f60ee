import type { OwnerEmail } from "validator-wasm";
import { BackendFailure } from "./failure";
import { postJson } from "./post-json";

/** How much of an answer is shown: a proxy's page would fill the screen. */
const SHOWN_CHARS = 300;

/** Sends the owner the mail about a saved lead, which the key names. Fails with the status and the answer's text. */
export async function sendEmail(email: OwnerEmail, idempotencyKey: string): Promise<void> {
  const response = await postJson("/api/send-email", email, {
    headers: { "Idempotency-Key": idempotencyKey },
  });
  const text = await response.text();
  const { success, error } = jsonIn(text);
  if (response.ok && success === true) return;
  const reason = (typeof error === "string" ? error : text).slice(0, SHOWN_CHARS);
  throw new BackendFailure(`Email failed to send: ${response.status} ${reason}`.trim());
}

function jsonIn(text: string): { success?: unknown; error?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
