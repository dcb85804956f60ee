import { errorSentence, postJson } from "./post-json";
import { currentVisitor } from "./visitor";

/** An endpoint that hangs must never keep a visitor from calling. */
const TIME_LIMIT_MS = 1_500;

/** Records a click on a call button and returns the backend's answer. */
export async function recordPhoneClick(): Promise<unknown> {
  try {
    const response = await postJson("/api/incrementPhoneClickCount", currentVisitor(), {
      // The dialler may take the page away.
      keepalive: true,
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    if (!response.ok) throw new Error(await errorSentence(response));
    return await response.json();
  } catch (cause) {
    const message = (cause instanceof Error && cause.message) || "Unknown error";
    throw new Error(`Phone click tracking error: ${message}`, { cause });
  }
}
