import { TIME_LIMIT_MS, timeoutSignal } from "./post-json";

/** What a token looks like. Anything else could make the request that carries it fail. */
const TOKEN = /^[\w-]{1,99}$/;

let token: string | undefined;
let asking = false;

/** Asks for the token that tells the backend when the filling-in began. The form is sent without it too. */
export async function askForFormToken(): Promise<void> {
  if (asking || token) return;
  asking = true;
  try {
    const response = await fetch("/api/form-token", { signal: timeoutSignal(TIME_LIMIT_MS) });
    const { token: issued } = (await response.json()) as { token?: unknown };
    if (typeof issued === "string" && TOKEN.test(issued)) token = issued;
  } catch {
    // As above.
  }
  asking = false;
}

/** The token, if it has come. It is not waited for. */
export function formToken(): string | undefined {
  return token;
}

/** The form begins anew, and with it the time. */
export function forgetFormToken(): void {
  token = undefined;
}
