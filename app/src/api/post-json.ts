/** No call of a submission is waited for longer than this. */
export const TIME_LIMIT_MS = 15_000;

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
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
    ...init,
  });
}

/** The sentence of an error answer's body, `{"error": "…"}`, if it has one. */
export async function errorSentence(response: Response): Promise<string | undefined> {
  try {
    const { error } = (await response.json()) as { error?: unknown };
    return typeof error === "string" ? error : undefined;
  } catch {
    return undefined;
  }
}
