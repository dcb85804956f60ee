import { fingerprintedVisitor } from "./fingerprint";
import { postJson } from "./post-json";

/** Where clicks on a call button are recorded. */
export const PHONE_CLICKS = "/api/incrementPhoneClickCount";

/** The longest wait before the call: an endpoint that hangs must never keep a visitor from calling. */
const TIME_LIMIT_MS = 1_500;

/** The longest wait for the fingerprint, which was started when the visitor approached the link. */
const FINGERPRINT_TIMEOUT_MS = 1_000;

/** Records a click on a call button and returns the backend's response. Throws the error in a failed one. */
export async function recordPhoneClick(): Promise<unknown> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const visitor = await fingerprintedVisitor(FINGERPRINT_TIMEOUT_MS);
  // The browser may unload the page when the dialer opens.
  const options = { keepalive: true, signal };
  const response = await postJson(PHONE_CLICKS, visitor, options);
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new Error(answer?.error);
  return answer;
}
