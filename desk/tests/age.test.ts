import { expect, test } from "vitest";
import { ageInWords } from "../src/words/age.ts";

const HOUR_MS = 3_600_000;
const now = Date.parse("2026-05-04T12:00:00Z");
const before = (ms: number) => new Date(now - ms).toISOString();

test.each([
  [-5000, "now"],
  [30_000, "now"],
  [4 * 60_000, "4 min"],
  [HOUR_MS - 1, "59 min"],
  [HOUR_MS, "1 h"],
  [47 * HOUR_MS, "47 h"],
  [48 * HOUR_MS, "2 days"],
])("an age of %d ms is %s", (ms, words) => {
  expect(ageInWords(before(ms), now)).toBe(words);
});
