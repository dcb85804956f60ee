/** Minimal HTTP requests over persistent connections. */

/** The timeout for a response, in milliseconds. */
const TIMEOUT_MS = 15_000;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends a request, by POST if there is a body. Throws if the connection breaks before the response ends. */
export async function ask(
  url: string,
  { headers = {}, json }: { headers?: Record<string, string>; json?: object } = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: json ? "POST" : "GET",
    headers: json ? { ...headers, "Content-Type": "application/json" } : headers,
    body: json && JSON.stringify(json),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
