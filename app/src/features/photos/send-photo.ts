import { notTaken } from "./words";

/** The longest time without progress, including the server's work at the end. */
const STALL_LIMIT_MS = 60_000;

/** The statuses after which a retry may succeed, besides most statuses from 500. */
const PASSING = [0, 408, 429];

/** The storage for photos is full: a retry will not succeed. */
const NO_ROOM = 507;

export type Outcome =
  | { kind: "taken" }
  /** Permanently, with the reason in a sentence. */
  | { kind: "refused"; reason: string }
  /** A retry may succeed. The server may give the reason and the delay. */
  | { kind: "interrupted"; reason?: string; retryAfterMs?: number };

export const addressOf = (id: string) => `/contact/photos/${id}`;

/** Uploads a photo and reports the progress, from 0 to 1. Always resolves. */
export function sendPhoto(
  id: string,
  file: Blob,
  onProgress: (share: number) => void,
): Promise<Outcome> {
  // `fetch` reports no upload progress.
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
    const retryAfterMs = Number(request.getResponseHeader("Retry-After")) * 1000 || undefined;
    return { kind: "interrupted", reason, retryAfterMs };
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
