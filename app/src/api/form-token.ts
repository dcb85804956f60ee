import { TIME_LIMIT_MS } from "./post-json";

/** The format of a token. Any other text could make the request that carries it fail. */
const TOKEN = /^[\w-]{1,99}$/;

let token: string | undefined;
let asking = false;

/** Requests the token that records when the visitor began to fill in the form. The form works without it. */
export async function askForFormToken(): Promise<void> {
  if (asking || token) return;
  asking = true;
  try {
    const response = await fetch("/api/form-token", { signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    const { token: issued } = (await response.json()) as { token?: unknown };
    if (typeof issued === "string" && TOKEN.test(issued)) token = issued;
  } catch {
    // The form is sent without a token.
  }
  asking = false;
}

/** Returns the token if it has arrived. Does not wait for it. */
export function formToken(): string | undefined {
  return token;
}

/** Removes the token when the form starts over, so that its time starts over too. */
export function forgetFormToken(): void {
  token = undefined;
}
