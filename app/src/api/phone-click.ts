import { fingerprintedVisitor } from "./fingerprint";
import { postJson, timeoutSignal } from "./post-json";

/** An endpoint that hangs must never keep a visitor from calling. */
const TIME_LIMIT_MS = 1_500;

/** How much of that a fingerprint may take. It was begun when the link was approached. */
const FINGERPRINT_TIMEOUT_MS = 1_000;

/** Records a click on a call button and returns the backend's answer. */
export async function recordPhoneClick(): Promise<unknown> {
  const signal = timeoutSignal(TIME_LIMIT_MS);
  try {
    const visitor = await fingerprintedVisitor(FINGERPRINT_TIMEOUT_MS);
    // The dialler may take the page away.
    const options = { keepalive: true, signal };
    const response = await postJson("/api/incrementPhoneClickCount", visitor, options);
    const answer = await response.json().catch(() => null);
    if (!response.ok) throw new Error(answer?.error);
    return answer;
  } catch (cause) {
    const message = Object(cause).message || "Unknown error";
    throw new Error(`Phone click tracking error: ${message}`, { cause });
  }
}
