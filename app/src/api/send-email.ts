import type { OwnerEmail } from "validator-wasm";
import { BackendFailure } from "./failure";
import { fetchUntilReady } from "./fetch-until-ready";
import { postJson } from "./post-json";

/** The longest part of a response that is shown: a proxy's error page would fill the screen. */
const SHOWN_CHARS = 300;

/** Sends the owner the email about the lead with this key. Throws the status and the response's text. */
export async function sendEmail(email: OwnerEmail, idempotencyKey: string): Promise<void> {
  const headers = { "Idempotency-Key": idempotencyKey };
  const response = await postJson("/api/send-email", email, { headers }, fetchUntilReady);
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
