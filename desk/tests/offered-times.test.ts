import { expect, test } from "vitest";
import { fromField, toField } from "../src/rules/clock.ts";
import { agreedTimes, OFFERED_HOURS, returnTimes } from "../src/rules/offered-times.ts";

// The company is open from Monday to Saturday, from eight to six.

const at = (field: string) => fromField(field)?.getTime() ?? 0;
const fields = (times: Date[]) => times.map(toField);

test("visits are offered on the next days, not on a Sunday, and not in the past", () => {
  const days = agreedTimes(at("2026-11-26T10:30"), OFFERED_HOURS.estimate);
  expect(days.map(([day]) => day)).toEqual([
    ...["2026-11-26", "2026-11-27", "2026-11-28", "2026-11-30", "2026-12-01"],
  ]);
  expect(days.map(([, times]) => fields(times)).slice(0, 2)).toEqual([
    ["2026-11-26T11:00", "2026-11-26T13:00", "2026-11-26T15:00"],
    ["2026-11-27T09:00", "2026-11-27T11:00", "2026-11-27T13:00", "2026-11-27T15:00"],
  ]);
});

test("after the last hour, the next day is the first one that is offered", () => {
  const [[day, times] = ["", []]] = agreedTimes(at("2026-11-28T17:00"), OFFERED_HOURS.work);
  expect(day).toBe("2026-11-30");
  expect(fields(times)).toEqual(["2026-11-30T08:00", "2026-11-30T10:00", "2026-11-30T13:00"]);
});

test("an hour is an hour of the clock, also over a change of clocks", () => {
  const days = agreedTimes(at("2026-10-31T20:00"), OFFERED_HOURS.work);
  expect(days.every(([, [first]]) => first && toField(first).endsWith("T08:00"))).toBe(true);
});

test.each([
  ["in the afternoon", "2026-11-23T14:00", ["2026-11-23T16:00", "2026-11-24T08:00"]],
  ["half past midnight", "2026-11-24T00:30", ["2026-11-24T08:00", "2026-11-25T08:00"]],
  ["shortly before the opening", "2026-11-24T07:50", ["2026-11-24T08:00", "2026-11-24T09:50"]],
  ["in the evening", "2026-11-23T16:30", ["2026-11-24T08:00", "2026-11-25T08:00"]],
  ["on a Saturday evening", "2026-11-28T18:30", ["2026-11-30T08:00", "2026-12-01T08:00"]],
])("a lead comes back, %s", (_, now, first) => {
  const times = fields(returnTimes(at(now)));
  expect(times.slice(0, 2)).toEqual(first);
  expect(times).toEqual([...new Set(times)]);
  expect(times.some((time) => new Date(time.slice(0, 10)).getUTCDay() === 0)).toBe(false);
});

test("an emergency in which nobody answered comes back in minutes, also by night", () => {
  const [soon, later, opening] = fields(returnTimes(at("2026-11-24T02:00"), true));
  expect([soon, later, opening]).toEqual([
    "2026-11-24T02:10",
    "2026-11-24T02:30",
    "2026-11-24T08:00",
  ]);
});

test("a week later is offered, on a day on which the company is open", () => {
  expect(fields(returnTimes(at("2026-11-24T10:00"))).at(-1)).toBe("2026-12-01T08:00");
  expect(fields(returnTimes(at("2026-11-29T10:00"))).at(-1)).toBe("2026-12-07T08:00");
});
