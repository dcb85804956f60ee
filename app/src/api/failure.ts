/** A call that the backend answered with an error. The message may be shown to the visitor. */
export class BackendFailure extends Error {}

/** The backend's rules rejected the lead. The message is written for the visitor. */
export class LeadRefused extends Error {
  constructor(
    readonly title: string,
    readonly text: string,
    /** The form field that caused the rejection, by its name in the API. */
    readonly field: string | null,
  ) {
    super(`${title} ${text}`);
  }
}

/** The response to a rejected lead: PostgREST's error format. */
interface ErrorBody {
  code?: string;
  message?: string;
  details?: string | null;
  hint?: string | null;
}

/** Returns the error in a response's body. Its message is empty if the body is not the backend's. */
export function failureIn(body: unknown): BackendFailure | LeadRefused {
  const { code, message, details, hint } = Object(body) as ErrorBody;
  if ((code === "PT422" || code === "PT429") && message) {
    return new LeadRefused(message, details ?? "", code === "PT422" ? (hint ?? null) : null);
  }
  return new BackendFailure(code && message ? message : "");
}
