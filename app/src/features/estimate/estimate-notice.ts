import type { Estimate, Field, Rejection } from "validator-wasm";
import { BackendFailure, LeadRefused } from "../../api/failure";
import { fieldNames, formFields, isField } from "./estimate-fields";

/** The notice that the visitor sees after an attempt to send the form. */
export interface EstimateNotice {
  kind: "success" | "failure" | "offline";
  title: string;
  text: string;
  field: Field | null;
  /** All fields to be corrected. */
  fields: readonly Field[];
  /** The rules' finding, in a sentence. It quotes words of the field in quotation marks. */
  finding: string;
}

const elsewhere = { field: null, fields: [], finding: "" };

/** The place of a notice: the field that it is about, or else a place near the button. */
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

/** Returns the notice about a form that the rules rejected in the browser. */
export function rejectionNotice(
  { title, text, field, finding }: Rejection,
  estimate: Estimate,
): EstimateNotice {
  const blank = fieldNames.filter((name) => formFields[name].required && !estimate[name].trim());
  // If a required field is empty, the rules check nothing else.
  const fields = blank.length === 0 && field ? [field] : blank;
  return { kind: "failure", title, text, field, fields, finding };
}

/** The notice about a failure of unknown cause. */
export const unknownFailureNotice: EstimateNotice = {
  kind: "failure",
  title: "Something went wrong",
  text: "Submission failed. Please try again or call us directly.",
  ...elsewhere,
};

/** The notice for a browser without a network connection. */
export const offlineNotice: EstimateNotice = {
  kind: "offline",
  title: "You are offline",
  text: "Nothing was sent, and nothing that you typed is lost. Send it again when you are back online.",
  ...elsewhere,
};

/** Returns the notice about a saved lead whose email to the owner failed: the visitor need not send it again. */
export function mailFailureNotice(error: unknown): EstimateNotice {
  const said = error instanceof BackendFailure ? error.message : "Email failed to send";
  const text = `${said.replace(/[.\s]*$/, "")}. Your request is saved: there is no need to send it again.`;
  return { ...unknownFailureNotice, text };
}

/** Returns the notice about an error. It shows the backend's messages, but not the browser's own. */
export function failureNotice(error: unknown): EstimateNotice {
  if (error instanceof LeadRefused) {
    const { title, text, field } = error;
    const named = isField(field) ? { field, fields: [field] } : {};
    return { ...unknownFailureNotice, title, text, ...named };
  }
  const said = error instanceof BackendFailure ? error.message : "";
  return { ...unknownFailureNotice, text: said || unknownFailureNotice.text };
}
