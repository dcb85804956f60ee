import { expect, test } from "vitest";
import { phoneDoubt } from "../../src/features/estimate/phone-doubt";

test.each([
  ["", ""],
  ["404-555-0123", ""],
  ["+1 (404) 555-0123", ""],
  ["1.404.555.0123", ""],
  ["404-555-0123 ext. 12", ""],
  ["404-555-0123 or 678-555-0100", ""],
  ["+44 20 7946 0958", ""],
  ["call my daughter", ""],
  ["12", "Is a digit missing?"],
  ["555-0123", "Is a digit missing?"],
  ["404-555-012", "Is a digit missing?"],
  ["404-555-01233", "Is there a digit too many?"],
])("%s: %s", (phone, doubt) => {
  expect(phoneDoubt(phone)).toBe(doubt);
});
