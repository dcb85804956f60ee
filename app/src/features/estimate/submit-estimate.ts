import type { Estimate, OwnerEmail } from "validator-wasm";
import { fingerprintVisitor } from "../../api/fingerprint";
import { pause, TIME_LIMIT_MS } from "../../api/post-json";
import { loadDataService, saveLead } from "../../api/save-lead";
import { sendEmail } from "../../api/send-email";
import { fetchTrackingData } from "../../api/tracking-data";
import { mayIdentify } from "../../api/visitor";
import {
  type EstimateNotice,
  failureNotice,
  mailFailureNotice,
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
  const submission = await prepareSubmission(estimate).catch(leaveToBrowser);
  if (!submission) return null;
  if (submission.verdict === "rejected") return rejectionNotice(submission.rejection, estimate);
  let notice: EstimateNotice | null = null;
  try {
    const isReady = await inTime(loadDataService()).catch(leaveToBrowser);
    const tracking = isReady && (await fetchTrackingData());
    if (tracking) {
      await saveLead({ ...submission.lead, ...tracking }, idempotencyKey, website);
      return await announceLead(submission.ownerEmail, idempotencyKey);
    }
  } catch (error) {
    notice = failureNotice(error);
  }
  // The next attempt need not wait.
  submission.forget();
  return notice;
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
  const forget = () => rules.forgetSubmission(mayIdentify());
  return { ...rules.prepareSubmission(estimate, mayIdentify()), forget };
}

function inTime<T>(part: Promise<T>): Promise<T> {
  const tooLate = pause(TIME_LIMIT_MS).then(() => {
    throw new Error("A part of the form did not load in time");
  });
  return Promise.race([part, tooLate]);
}

/** If the browser cannot load or run a part, it submits the form natively, as it was typed. */
function leaveToBrowser(error: unknown): undefined {
  console.warn("The form is checked by the server:", error);
}
