/** The timeout of each call of a submission. */
export const TIME_LIMIT_MS = 15_000;

/** Resolves after a time. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Sends a `HEAD` request to an address. Returns `null` if no response arrives within the limit. */
export function headOf(address: string, limitMs: number): Promise<Response | null> {
  return fetch(address, { method: "HEAD", signal: AbortSignal.timeout(limitMs) }).catch(() => null);
}

/** Posts JSON to the backend with `send`. `init` is merged into the request. */
export function postJson(
  path: `/api/${string}`,
  body: object,
  { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {},
  send = fetch,
): Promise<Response> {
  return send(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
    ...init,
  });
}
