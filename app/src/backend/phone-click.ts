import { errorSentence, postJson } from "./post-json";
import { currentVisitor } from "./visitor";

/** An endpoint that hangs must never keep a visitor from calling. */
const TIME_LIMIT_MS = 1_500;

/** Of that, the part in which a fingerprint may be computed. */
const FINGERPRINT_PATIENCE_MS = 500;

/** Records a click on a call button and returns the backend's answer. */
export async function recordPhoneClick(): Promise<unknown> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  try {
    const visitor = await currentVisitor(FINGERPRINT_PATIENCE_MS);
    const response = await postJson("/api/incrementPhoneClickCount", visitor, {
      // The dialler may take the page away.
      keepalive: true,
      signal,
    });
    if (!response.ok) throw new Error(await errorSentence(response));
    return await response.json();
  } catch (cause) {
    const message = (cause instanceof Error && cause.message) || "Unknown error";
    throw new Error(`Phone click tracking error: ${message}`, { cause });
  }
}
