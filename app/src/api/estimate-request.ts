import type { Estimate } from "validator-wasm";
import { failureIn } from "./failure";
import { fingerprintedVisitor } from "./fingerprint";
import { formToken } from "./form-token";
import { postJson } from "./post-json";

/** A browser that could not load the validator is rarely one in which the fingerprint loads. */
const FINGERPRINT_TIMEOUT_MS = 1_000;

/** Hands the raw form to the backend, where the WASM does not load. `website` is the value of the honeypot. */
export async function requestEstimate(
  estimate: Estimate,
  idempotencyKey: string,
  website: string,
): Promise<void> {
  const visitor = await fingerprintedVisitor(FINGERPRINT_TIMEOUT_MS);
  const response = await postJson(
    "/api/estimate-requests",
    { ...estimate, ...visitor, website, form_token: formToken() },
    { headers: { "Idempotency-Key": idempotencyKey } },
  );
  if (response.status === 201) return;
  throw failureIn(await response.json().catch(() => undefined));
}
