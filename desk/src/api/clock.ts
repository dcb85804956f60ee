// The server's time. A phone's clock may be wrong, and then two phones would disagree about what is due.

let differenceMs = 0;

/** Returns the server's time, as far as it is known, in milliseconds since 1970. */
export const currentTime = (): number => Date.now() + differenceMs;

/** Corrects the clock by a response's `Date`, which has whole seconds, if it contradicts this phone's clock. */
export function correctClock(date: string | null, requestedAt: number) {
  const time = Date.parse(date ?? "");
  if (Number.isNaN(time)) return;
  differenceMs = Math.max(time - Date.now(), 0) + Math.min(time + 1000 - requestedAt, 0);
}
