import { BackendFailure } from "./failure";
import { fingerprintedVisitor } from "./fingerprint";
import { postJson } from "./post-json";
import type { Visitor } from "./visitor";

/** What is known of a visitor, with what the backend adds. */
export type TrackingData = Record<
  keyof Visitor | "ip_hash" | "ua" | "city" | "state" | "country",
  string | null
>;

/** How long a fingerprint is waited for when a form is sent. It was begun with the first interaction. */
const FINGERPRINT_TIMEOUT_MS = 3_000;

/** Asks for the tracking fields of a lead. `null` where the call never left, as with a content blocker. */
export async function fetchTrackingData(): Promise<TrackingData | null> {
  const visitor = await fingerprintedVisitor(FINGERPRINT_TIMEOUT_MS);
  try {
    const response = await postJson("/api/get-tracking-data", visitor).catch(stoppedCall);
    if (!response) return null;
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { data } = (await response.json()) as { data?: TrackingData };
    // Something else that answers in the backend's place, such as a proxy, knows no ids.
    if (!(data instanceof Object && "visitor_id" in data && "session_id" in data)) {
      throw new Error("no tracking data in the answer");
    }
    return data;
  } catch (cause) {
    throw new BackendFailure("Failed to get tracking data", { cause });
  }
}

/** What `fetch` throws for a call that never left; one that took too long is an `AbortError`. */
function stoppedCall(error: unknown): null {
  if (error instanceof TypeError) return null;
  throw error;
}
