import type { Field, Rejection } from "validator-wasm";
import { BackendFailure, LeadRefused } from "../../backend/failure";
import { isField } from "./estimate-fields";

/** What the visitor is told when an attempt to send has ended. */
export interface EstimateNotice {
  kind: "success" | "failure";
  title: string;
  text: string;
  /** The field that it is about. */
  field: Field | null;
}

export const successNotice: EstimateNotice = {
  kind: "success",
  title: "Request submitted successfully!",
  text: "We'll get back to you within 24 hours with your free estimate.",
  field: null,
};

const FALLBACK_TEXT = "Submission failed. Please try again or call us directly.";

/** The rules said no, here in the browser. */
export function rejectionNotice({ title, text, field }: Rejection): EstimateNotice {
  return { kind: "failure", title, text, field };
}

/** Something threw. Only what the backend itself says is shown; a browser's own error is not. */
export function failureNotice(error: unknown): EstimateNotice {
  if (error instanceof LeadRefused) {
    const field = isField(error.field) ? error.field : null;
    return { kind: "failure", title: error.title, text: error.text, field };
  }
  const said = error instanceof BackendFailure ? error.message : "";
  return {
    kind: "failure",
    title: "Something went wrong",
    text: said || FALLBACK_TEXT,
    field: null,
  };
}
