import type { Estimate, Submission } from "validator-wasm";
import { requestEstimate } from "../../backend/estimate-request";
import { TIME_LIMIT_MS } from "../../backend/post-json";
import { loadDataService, saveLead } from "../../backend/save-lead";
import { sendEmail } from "../../backend/send-email";
import { fetchTrackingData } from "../../backend/tracking-data";
import { mayStore, prepareVisitor } from "../../backend/visitor";
import {
  type EstimateNotice,
  failureNotice,
  rejectionNotice,
  successNotice,
} from "./estimate-notice";

/** Begins to load what sending needs. Called with the first touch of the form. */
export function prepareToSubmit(): void {
  prepareVisitor();
  loadParts().catch(() => {
    // Tried again, and answered for, when the form is sent.
  });
}

/**
 * Sends an estimate request: the rules, the tracking data, the row, the owner's mail, in this
 * order; the first that fails ends it. Always ends, and never throws.
 *
 * What stands in the honeypot (`website`) decides nothing here: it goes with the request.
 */
export async function submitEstimate(
  estimate: Estimate,
  idempotencyKey: string,
  website: string,
): Promise<EstimateNotice> {
  try {
    const submission = await prepareSubmission(estimate);
    if (!submission) {
      await requestEstimate(estimate, idempotencyKey, website);
      return successNotice;
    }
    if (submission.verdict === "rejected") return rejectionNotice(submission.rejection);

    const tracking = await fetchTrackingData();
    await saveLead({ ...submission.lead, ...tracking }, idempotencyKey, website);
    await sendEmail(submission.ownerEmail, idempotencyKey);
    return successNotice;
  } catch (error) {
    return failureNotice(error);
  }
}

async function loadParts() {
  const [validator] = await Promise.all([import("validator-wasm"), loadDataService()]);
  return validator;
}

/** What the rules say, or nothing where the browser cannot run them: then the backend decides. */
async function prepareSubmission(estimate: Estimate): Promise<Submission | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error("The validator did not load in time")),
      TIME_LIMIT_MS,
    );
  });
  try {
    const validator = await Promise.race([loadParts(), tooLate]);
    return validator.prepareSubmission(estimate, mayStore());
  } catch (error) {
    console.warn("The form is checked by the server:", error);
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
