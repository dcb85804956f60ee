import { phoneDigits } from "browser/phone-digits";

/** Returns a question if a phone number has too few or too many digits, or "". The form accepts it anyway. */
export function phoneDoubt(phone: string): string {
  const { length } = phoneDigits(phone);
  if (length > 0 && length < 10) return "Is a digit missing?";
  // Numbers from abroad, with an extension, or two in one field have more digits.
  const isPlain = length < 14 && /^[\d\s().-]*$/.test(phone);
  return length > 10 && isPlain ? "Is there a digit too many?" : "";
}
