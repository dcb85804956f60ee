/** No call of a submission is waited for longer than this. */
export const TIME_LIMIT_MS = 15_000;

/** A signal that aborts after a time. `AbortSignal.timeout` is missing in Safari 15. */
export function timeoutSignal(limitMs: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), limitMs);
  return controller.signal;
}

/** Asks whether there is a page at an address. `null` where no answer comes within the time. */
export function headOf(address: string, limitMs: number): Promise<Response | null> {
  return fetch(address, { method: "HEAD", signal: timeoutSignal(limitMs) }).catch(() => null);
}

/** Posts JSON to the backend. What `init` holds is added to the request. */
export function postJson(
  path: `/api/${string}`,
  body: object,
  { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
  return fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", ...headers },
    body: JSON.stringify(body),
    signal: timeoutSignal(TIME_LIMIT_MS),
    ...init,
  });
}
