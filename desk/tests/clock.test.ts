import { expect, test } from "vitest";
import {
  addDays,
  dayOf,
  daysFrom,
  fromField,
  nextOpening,
  openingInDays,
  timeOn,
  toField,
} from "../src/rules/clock.ts";

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

test("a time that the clocks skip is an hour later", () => {
  expect(fromField("2027-03-14T02:30")).toEqual(timeOn("2027-03-14", "03:30"));
});

// The company opens at eight from Monday to Saturday.
test.each([
  ["in the evening", "2026-11-23T22:30", "2026-11-24T08:00"],
  ["half past midnight", "2026-11-24T00:30", "2026-11-24T08:00"],
  ["shortly before the opening", "2026-11-24T07:50", "2026-11-24T08:00"],
  ["on a Saturday", "2026-11-28T14:00", "2026-11-30T08:00"],
  ["on a Sunday", "2026-11-29T14:00", "2026-11-30T08:00"],
  ["when the clocks go back at night", "2026-10-31T20:00", "2026-11-02T08:00"],
])("the next opening, %s", (_, now, morning) => {
  expect(toField(nextOpening(fromField(now) ?? 0))).toBe(morning);
});

test.each([
  ["on a weekday", "2026-11-23T14:00", "2026-11-26T08:00"],
  ["over the change of the clocks", "2026-10-30T14:00", "2026-11-02T08:00"],
  ["not on a Sunday", "2026-11-26T14:00", "2026-11-30T08:00"],
])("the opening in three days, %s", (_, now, later) => {
  expect(toField(openingInDays(fromField(now) ?? 0, 3))).toBe(later);
});

test("the days between two times, and some more, with the hours of those that are open", () => {
  const days = daysFrom("2026-10-31T12:00:00Z", "2026-11-01T12:00:00Z", 1);
  expect(days).toEqual([
    {
      begins: "2026-10-31T04:00:00.000Z",
      opens: "2026-10-31T12:00:00.000Z",
      closes: "2026-10-31T22:00:00.000Z",
    },
    { begins: "2026-11-01T04:00:00.000Z", opens: null, closes: null },
    {
      begins: "2026-11-02T05:00:00.000Z",
      opens: "2026-11-02T13:00:00.000Z",
      closes: "2026-11-02T23:00:00.000Z",
    },
  ]);
});

test("days are added on the calendar", () => {
  expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
});
