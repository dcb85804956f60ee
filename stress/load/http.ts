/** Requests as plain as can be, over connections that are kept. */

/** How long the site waits for an answer, in milliseconds. */
const TIMEOUT_MS = 15_000;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Asks a server, by POST where there is a body. Throws when the connection breaks before its end. */
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
