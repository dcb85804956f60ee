import { expect, test, vi } from "vitest";
import { ageInWords, momentInWords, offerInWords, timeInWords } from "../src/words/time.ts";

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

// The company is in New York's time zone: UTC-5, UTC-4 from March 8 to November 1, 2026.

test.each([
  ["2026-11-23T21:10:00Z", "4:10 PM"],
  ["2026-11-24T13:00:00Z", "tomorrow 8:00 AM"],
  ["2026-11-22T13:00:00Z", "yesterday 8:00 AM"],
  ["2026-11-26T13:00:00Z", "Thu 8:00 AM"],
  ["2026-11-30T13:00:00Z", "Nov 30, 8:00 AM"],
  ["2026-11-19T13:00:00Z", "Nov 19, 8:00 AM"],
])("%s is shown as %s", (time, words) => {
  expect(momentInWords(time, "2026-11-23T19:00:00Z")).toBe(words);
});

test("a time is shown in the company's time zone, and in another year with its year", () => {
  vi.setSystemTime("2026-12-31T12:00:00Z");
  expect(timeInWords("2026-11-22T20:42:00Z")).toBe("Sun, Nov 22, 3:42 PM");
  expect(timeInWords("2025-07-03T12:00:00Z")).toBe("Thu, Jul 3, 2025, 8:00 AM");
  expect(momentInWords("2027-01-11T13:00:00Z")).toBe("Jan 11, 2027, 8:00 AM");
  vi.useRealTimers();
});

test.each([
  ["2026-11-23T21:10:00Z", "Today 4:10"],
  ["2026-11-24T14:00:00Z", "Tomorrow 9"],
  ["2026-11-27T18:00:00Z", "Fri 1"],
  ["2026-11-30T13:00:00Z", "Nov 30 at 8"],
])("%s is offered as %s", (time, words) => {
  expect(offerInWords(time, "2026-11-23T19:00:00Z")).toBe(words);
});
