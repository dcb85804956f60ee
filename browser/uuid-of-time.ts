import { randomUuid } from "./random-uuid.ts";

/** Returns a version 7 UUID (RFC 9562, section 5.7) of a time in milliseconds. Such ids sort by time. */
export function uuidOfTime(milliseconds: number, random = randomUuid()): string {
  const time = milliseconds.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
