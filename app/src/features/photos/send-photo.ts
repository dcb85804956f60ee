import { notTaken } from "./words";

/** How long nothing may move, the server's work at the end included. */
const STALL_LIMIT_MS = 60_000;

/** The statuses that another try may change; so may those of a server that fails. */
const PASSING = [0, 408, 429];

/** There is no room for photographs: that does not pass. */
const NO_ROOM = 507;

export type Outcome =
  | { kind: "taken" }
  /** For good, with the reason in a sentence. */
  | { kind: "refused"; reason: string }
  /** It may be sent again: when, and why, if the server says so. */
  | { kind: "interrupted"; reason?: string; retryAfterMs?: number };

/** The address of a photograph, by its id. */
export const addressOf = (id: string) => `/contact/photos/${id}`;

/** Sends a photograph, and tells how much of it went, from 0 to 1. Always ends, and never throws. */
export function sendPhoto(
  id: string,
  file: Blob,
  onProgress: (share: number) => void,
): Promise<Outcome> {
  // Not `fetch`, which tells nothing of what went.
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    let stall: ReturnType<typeof setTimeout> | undefined;
    const expectMove = () => {
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), STALL_LIMIT_MS);
    };
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      expectMove();
      onProgress(loaded / total);
    });
    request.addEventListener("loadend", () => {
      clearTimeout(stall);
      resolve(outcomeOf(request));
    });
    request.open("PUT", addressOf(id));
    request.send(file);
    expectMove();
  });
}

function outcomeOf(request: XMLHttpRequest): Outcome {
  const { status } = request;
  if (status === 200 || status === 201) return { kind: "taken" };
  const reason = sentenceIn(request.responseText);
  if (PASSING.includes(status) || (status >= 500 && status !== NO_ROOM)) {
    const seconds = Number(request.getResponseHeader("Retry-After"));
    return { kind: "interrupted", reason, retryAfterMs: seconds > 0 ? seconds * 1000 : undefined };
  }
  return { kind: "refused", reason: reason ?? notTaken };
}

function sentenceIn(answer: string): string | undefined {
  try {
    return (JSON.parse(answer) as { error?: string }).error;
  } catch {
    return undefined;
  }
}
