import { expect, test } from "vitest";
import company from "../../company.json" with { type: "json" };
import { ageAt, promiseAt, urgencyAt } from "../src/parts/age.ts";

const HOUR_MS = 3_600_000;
const now = Date.parse("2026-05-04T12:00:00Z");
const before = (ms: number) => new Date(now - ms).toISOString();
const promise = company.replyWithinHours * HOUR_MS;

test.each([
  [-5000, "now", ""],
  [30_000, "now", ""],
  [4 * 60_000, "4", "min"],
  [HOUR_MS - 1, "59", "min"],
  [HOUR_MS, "1", "h"],
  [47 * HOUR_MS, "47", "h"],
  [48 * HOUR_MS, "2", "days"],
])("an age of %d ms is %s %s", (ms, figure, unit) => {
  expect(ageAt(before(ms), now)).toEqual({ figure, unit });
});

test("a lead is urgent from half of the promised time, and late when it is over", () => {
  expect(urgencyAt(before(promise / 2 - 1), now)).toBe("calm");
  expect(urgencyAt(before(promise / 2), now)).toBe("soon");
  expect(urgencyAt(before(promise - 1), now)).toBe("soon");
  expect(urgencyAt(before(promise), now)).toBe("late");
});

test("the promise is told by what is left of it, and then by how late it is", () => {
  expect(promiseAt(before(promise - 3 * HOUR_MS), now)).toBe("Answer promised within 3 h");
  expect(promiseAt(before(promise + 3 * HOUR_MS), now)).toBe("The promised answer is 3 h late");
});
