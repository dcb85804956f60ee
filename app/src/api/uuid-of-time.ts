import { randomUuid } from "./random-uuid.ts";

/** A UUID of version 7 (RFC 9562, section 5.7) of a time in milliseconds: such ids are in the order of time. */
export function uuidOfTime(milliseconds: number, random = randomUuid()): string {
  const time = milliseconds.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
