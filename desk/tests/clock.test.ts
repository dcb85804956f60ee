import { expect, test } from "vitest";
import { addDays, dayOf, fromField, timeOn, toField, tomorrowAtEight } from "../src/rules/clock.ts";

// The company is in New York's time zone: UTC-5, UTC-4 from March 8 to November 1, 2026.

test.each([
  ["2026-11-24T03:30:00Z", "2026-11-23T22:30"],
  ["2026-07-04T03:30:00Z", "2026-07-03T23:30"],
  ["2026-11-24T05:00:00Z", "2026-11-24T00:00"],
])("%s is %s in the company's time zone", (time, field) => {
  expect(toField(time)).toBe(field);
  expect(fromField(field)?.toISOString()).toBe(new Date(time).toISOString());
  expect(dayOf(time)).toBe(field.slice(0, 10));
});

test("an empty field is no time", () => expect(fromField("")).toBeUndefined());

test.each([
  ["the clocks go back", "2026-10-31", "2026-11-01T13:00:00.000Z"],
  ["the clocks go forward", "2026-03-07", "2026-03-08T12:00:00.000Z"],
])("tomorrow at eight is eight when %s at night", (_, day, eight) => {
  expect(tomorrowAtEight(timeOn(day, "20:00")).toISOString()).toBe(eight);
});

test("tomorrow is the company's, even if the phone is a day ahead", () => {
  expect(tomorrowAtEight("2026-11-24T04:30:00Z").toISOString()).toBe("2026-11-24T13:00:00.000Z");
});

test("days are added on the calendar", () => {
  expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
});
