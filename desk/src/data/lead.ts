import type { Lead } from "./server.ts";

/** Newest first; the id decides between two of the same millisecond. */
export function byAge(one: Lead, other: Lead): number {
  const [first, second] = [`${one.createdAt} ${one.id}`, `${other.createdAt} ${other.id}`];
  if (first === second) return 0;
  return first < second ? 1 : -1;
}

/** Fewer digits are in too many telephone numbers. */
const MIN_PHONE_DIGITS = 3;

/**
 * Whether a lead holds a text, as the server searches for it: in its name, message or e-mail address,
 * or, written in any way, its telephone number.
 */
export function holds({ name, message, email, phone }: Lead, text: string): boolean {
  const wanted = text.toLowerCase();
  if ([name, message, email].some((value) => value?.toLowerCase().includes(wanted))) return true;
  const digits = text.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  const isNumber = /^[\d\s+().-]+$/.test(text) && digits.length >= MIN_PHONE_DIGITS;
  return isNumber && phone.replace(/\D/g, "").includes(digits);
}
