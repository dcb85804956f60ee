import { BackendFailure } from "./failure";
import { fetchUntilReady } from "./fetch-until-ready";
import { fingerprintedVisitor } from "./fingerprint";
import { postJson } from "./post-json";
import type { Visitor } from "./visitor";

/** The visitor's tracking fields, including those that the backend adds. */
export type TrackingData = Record<
  keyof Visitor | "ip_hash" | "ua" | "city" | "state" | "country",
  string | null
>;

/** The longest wait for the fingerprint when a form is submitted. Its computation began at the first interaction. */
const FINGERPRINT_TIMEOUT_MS = 3_000;

/** Fetches a lead's tracking fields. Returns `null` if a content blocker, for example, stopped the request. */
export async function fetchTrackingData(): Promise<TrackingData | null> {
  const visitor = await fingerprintedVisitor(FINGERPRINT_TIMEOUT_MS);
  try {
    const sent = postJson("/api/get-tracking-data", visitor, {}, fetchUntilReady);
    const response = await sent.catch(stoppedCall);
    if (!response) return null;
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { data } = (await response.json()) as { data?: TrackingData };
    // A response without ids comes from something else, such as a proxy.
    if (!(data instanceof Object && "visitor_id" in data && "session_id" in data)) {
      throw new Error("the response has no tracking data");
    }
    return data;
  } catch (cause) {
    throw new BackendFailure("Failed to get tracking data", { cause });
  }
}

/** Returns `null` for the error of a request that never left. Rethrows others, such as a timeout's `TimeoutError`. */
function stoppedCall(error: unknown): null {
  if (error instanceof TypeError) return null;
  throw error;
}
