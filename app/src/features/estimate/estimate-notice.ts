import type { Estimate, Field, Rejection } from "validator-wasm";
import { BackendFailure, LeadRefused } from "../../api/failure";
import { fieldNames, formFields, isField } from "./estimate-fields";

/** What the visitor is told when an attempt to send has ended. */
export interface EstimateNotice {
  kind: "success" | "failure" | "offline";
  title: string;
  text: string;
  /** The field that it is about. */
  field: Field | null;
  /** All fields to be mended. */
  fields: readonly Field[];
  /** What the rules found, in a sentence; words of the field stand in quotation marks. */
  finding: string;
}

const elsewhere = { field: null, fields: [], finding: "" };

/** Where a notice stands: at the field that it is about, else by the button. */
export type NoticePlace = Field | EstimateNotice["kind"];

export function placeOf({ field, kind }: EstimateNotice): NoticePlace {
  return field ?? kind;
}

export const successNotice: EstimateNotice = {
  kind: "success",
  title: "Request submitted successfully!",
  text: `We'll get back to you within ${import.meta.env.VITE_REPLY_WITHIN_HOURS} hours with your free estimate.`,
  ...elsewhere,
};

/** The rules said no to this form, here in the browser. */
export function rejectionNotice(
  { title, text, field, finding }: Rejection,
  estimate: Estimate,
): EstimateNotice {
  const blank = fieldNames.filter((name) => formFields[name].required && !estimate[name].trim());
  // Without what is required the rules look no further.
  const fields = blank.length === 0 && field ? [field] : blank;
  return { kind: "failure", title, text, field, fields, finding };
}

/** Nothing is known of what went wrong. */
export const unknownFailureNotice: EstimateNotice = {
  kind: "failure",
  title: "Something went wrong",
  text: "Submission failed. Please try again or call us directly.",
  ...elsewhere,
};

/** There is no network. */
export const offlineNotice: EstimateNotice = {
  kind: "offline",
  title: "You are offline",
  text: "Nothing was sent, and nothing that you typed is lost. Send it again when you are back online.",
  ...elsewhere,
};

/** The lead is saved, the owner's mail about it failed: no reason to send it again. */
export function mailFailureNotice(error: unknown): EstimateNotice {
  const said = error instanceof BackendFailure ? error.message : "Email failed to send";
  const text = `${said.replace(/[.\s]*$/, "")}. Your request is saved: there is no need to send it again.`;
  return { ...unknownFailureNotice, text };
}

/** Something threw. Only what the backend itself says is shown; a browser's own error is not. */
export function failureNotice(error: unknown): EstimateNotice {
  if (error instanceof LeadRefused) {
    const { title, text, field } = error;
    const named = isField(field) ? { field, fields: [field] } : {};
    return { ...unknownFailureNotice, title, text, ...named };
  }
  const said = error instanceof BackendFailure ? error.message : "";
  return { ...unknownFailureNotice, text: said || unknownFailureNotice.text };
}
