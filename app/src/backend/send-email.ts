import type { OwnerEmail } from "validator-wasm";
import { BackendFailure } from "./failure";
import { errorSentence, postJson } from "./post-json";

/** Sends the owner the mail about a saved lead. The key ties it to that lead. */
export async function sendEmail(email: OwnerEmail, idempotencyKey: string): Promise<void> {
  const response = await postJson("/api/send-email", email, {
    headers: { "Idempotency-Key": idempotencyKey },
  });
  if (response.ok) return;
  const sentence = (await errorSentence(response)) ?? "";
  throw new BackendFailure(`Email failed to send: ${response.status} ${sentence}`.trim());
}
