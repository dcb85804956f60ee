import type { Estimate, OwnerEmail } from "validator-wasm";
import { fingerprintVisitor } from "../../api/fingerprint";
import { TIME_LIMIT_MS } from "../../api/post-json";
import { loadDataService, saveLead } from "../../api/save-lead";
import { sendEmail } from "../../api/send-email";
import { mayStore } from "../../api/tab-storage";
import { fetchTrackingData } from "../../api/tracking-data";
import {
  type EstimateNotice,
  failureNotice,
  mailFailureNotice,
  offlineNotice,
  rejectionNotice,
  successNotice,
} from "./estimate-notice";

/** Starts to load the parts that sending needs, except the rules. Called at the first interaction with the form. */
export function prepareToSubmit(): void {
  void fingerprintVisitor();
  loadDataService().catch(() => {
    // The submit tries again, and handles a failure.
  });
}

/**
 * Sends an estimate request in steps: rules, tracking data, row, owner's email. The first failure ends it.
 * Returns `null` if a part did not load or a request never left: then nothing is saved, and the browser
 * submits the form. Never throws. The honeypot's value, `website`, is only passed on.
 */
export async function submitEstimate(
  estimate: Estimate,
  idempotencyKey: string,
  website: string,
): Promise<EstimateNotice | null> {
  // Before the rules, which record the time of an attempt and would tell the visitor to slow down at the next.
  if (navigator.onLine === false) return offlineNotice;
  try {
    const submission = await prepareSubmission(estimate).catch(leaveToBrowser);
    if (submission?.verdict === "rejected") return rejectionNotice(submission.rejection, estimate);
    if (!submission || !(await inTime(loadDataService()).catch(leaveToBrowser))) return null;

    const tracking = await fetchTrackingData();
    if (!tracking) return null;
    await saveLead({ ...submission.lead, ...tracking }, idempotencyKey, website);
    return await announceLead(submission.ownerEmail, idempotencyKey);
  } catch (error) {
    return failureNotice(error);
  }
}

/** Sends the owner's email about a saved lead. If that fails, nothing is lost. */
async function announceLead(email: OwnerEmail, idempotencyKey: string): Promise<EstimateNotice> {
  try {
    await sendEmail(email, idempotencyKey);
    return successNotice;
  } catch (error) {
    return mailFailureNotice(error);
  }
}

async function prepareSubmission(estimate: Estimate) {
  const rules = await inTime(import("validator-wasm"));
  return rules.prepareSubmission(estimate, mayStore());
}

function inTime<T>(part: Promise<T>): Promise<T> {
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(reject, TIME_LIMIT_MS, new Error("A part of the form did not load in time"));
  });
  return Promise.race([part, tooLate]);
}

/** If the browser cannot load or run a part, it submits the form natively, as it was typed. */
function leaveToBrowser(error: unknown): undefined {
  console.warn("The form is checked by the server:", error);
}
