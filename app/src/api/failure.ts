/** A call that the backend answered with a failure. The message may be shown to the visitor. */
export class BackendFailure extends Error {}

/** The backend's rules refused the lead, in the words that the visitor is to read. */
export class LeadRefused extends Error {
  constructor(
    readonly title: string,
    readonly text: string,
    /** The form field that it is about, by the name the wire gives. */
    readonly field: string | null,
  ) {
    super(`${title} ${text}`);
  }
}

/** How a refused lead is answered: PostgREST's error shape. */
interface ErrorBody {
  code?: string;
  message?: string;
  details?: string | null;
  hint?: string | null;
}

/** Reads the failure out of an answer's body. It has no message where the body is not the backend's. */
export function failureIn(body: unknown): BackendFailure | LeadRefused {
  const { code, message, details, hint } = Object(body) as ErrorBody;
  if ((code === "PT422" || code === "PT429") && message) {
    return new LeadRefused(message, details ?? "", code === "PT422" ? (hint ?? null) : null);
  }
  return new BackendFailure(code && message ? message : "");
}
