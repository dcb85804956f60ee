import { expect, test } from "vitest";
import { amountOf, typedAmount } from "../src/parts/fields.tsx";

test.each([
  ["1850", 185_000],
  ["1,850.50", 185_050],
  ["$ 1,850.5", 185_050],
  ["0.07", 7],
  ["0", 0],
  ["1.1", 110],
  ["9,999,999.99", 999_999_999],
  ["", undefined],
])("“%s” is an amount in cents", (typed, cents) => expect(amountOf(typed)).toBe(cents));

test.each([185_000, 185_050, 7, 0, 999_999_999])("%d cents are typed and read again", (cents) => {
  expect(amountOf(typedAmount(cents))).toBe(cents);
});

test("whole dollars are shown without cents, and no amount as nothing", () => {
  expect(typedAmount(185_000)).toBe("1850");
  expect(typedAmount(null)).toBe("");
});
