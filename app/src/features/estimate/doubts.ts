import { phoneDigits } from "browser/phone-digits";
import type { Field } from "validator-wasm";

/** The most words of a street with its house number. */
const STREET_WORDS = 3;

/** Return a question about a field's value if it seems incomplete, or "". The form accepts it anyway. */
export const doubts: Partial<Record<Field, (value: string) => string>> = {
  phone(value) {
    const { length } = phoneDigits(value);
    if (length > 0 && length < 10) return "Is a digit missing?";
    // Numbers from abroad, with an extension, or two in one field have more digits.
    const isPlain = length < 14 && /^[\d\s().-]*$/.test(value);
    return length > 10 && isPlain ? "Is there a digit too many?" : "";
  },
  // Browsers fill in the street alone. In Atlanta it ends with a quadrant: "12 Oak Street NE".
  address(value) {
    const { length } = value.replace(/\b[NS][EW]\b/gi, "").match(/\w+/g) ?? [];
    const isStreet = length > 0 && length <= STREET_WORDS && !/,|\d{5}/.test(value);
    return isStreet ? "Which town is it in?" : "";
  },
};
