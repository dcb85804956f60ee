import { phoneDigits } from "../../content/phone-digits";

/** Asks about a telephone number with too few or too many digits, or about none. It is taken all the same. */
export function phoneDoubt(phone: string): string {
  const { length } = phoneDigits(phone);
  if (length > 0 && length < 10) return "Is a digit missing?";
  // From abroad, with an extension, or two numbers: those have more.
  const isPlain = length < 14 && /^[\d\s().-]*$/.test(phone);
  return length > 10 && isPlain ? "Is there a digit too many?" : "";
}
