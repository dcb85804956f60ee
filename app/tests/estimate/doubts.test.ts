import { expect, test } from "vitest";
import { doubts } from "../../src/features/estimate/doubts";

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
  expect(doubts.phone?.(phone)).toBe(doubt);
});

test.each([
  ["", ""],
  ["12 Oak Street, Decatur", ""],
  ["12 Oak Street\nDecatur", ""],
  ["12 Oak Street 30030", ""],
  ["the corner of Oak and Main", ""],
  ["12 Oak Street", "Which town is it in?"],
  ["12 Oak St. NE", "Which town is it in?"],
])("%s: %s", (address, doubt) => {
  expect(doubts.address?.(address)).toBe(doubt);
});
