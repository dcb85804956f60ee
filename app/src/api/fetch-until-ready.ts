import { headOf, pause } from "./post-json";

/** No response, and the statuses of a server that is not ready, or whose database is not. */
const PASSING = [0, 502, 503, 504];

/** The pause before a request is sent again, and the longest wait for a response from the page meanwhile. */
const PAUSE_MS = 1_000;

/**
 * Sends a request, and again while the failure may pass, until its signal aborts. A request that fails twice
 * although the page can be reached is blocked by the browser.
 */
export const fetchUntilReady: typeof fetch = async (input, init) => {
  for (let fails = 0; ; ) {
    const sent = fetch(input, init);
    const status = await sent.then(
      (response) => response.status,
      (error: unknown) => (error instanceof TypeError ? 0 : -1),
    );
    if (!PASSING.includes(status)) return sent;
    if (status === 0 && (await headOf("", PAUSE_MS))) fails += 1;
    if (fails === 2) return sent;
    await pause(PAUSE_MS);
    if (init?.signal?.aborted) return sent;
  }
};
