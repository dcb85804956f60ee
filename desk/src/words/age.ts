const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago: "4 min", "now". */
export function ageInWords(time: string, now: number): string {
  const age = Math.max(0, now - Date.parse(time));
  if (age < MINUTE_MS) return "now";
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  if (age < 2 * DAY_MS) return `${Math.floor(age / HOUR_MS)} h`;
  return `${Math.floor(age / DAY_MS)} days`;
}

/** How far a moment is, on either side of now: "40 min left", "3 h late". */
export function distanceInWords(time: number, now: number): string {
  const distance = time - now;
  const duration = ageInWords(new Date(now - Math.abs(distance)).toISOString(), now);
  return `${duration === "now" ? "a minute" : duration} ${distance > 0 ? "left" : "late"}`;
}

/** A day that has no time, such as a Monday: "Nov 16". */
export function mondayInWords(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString("en-US", {
    timeZone: "UTC",
    month: "short",
    day: "numeric",
  });
}
