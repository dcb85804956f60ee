import { expect, test } from "vitest";
import { inWords, inWordsCapitalized, nextInWords } from "../../src/content/in-words";

test("counts up to twenty are words, larger ones figures", () => {
  expect([0, 1, 8, 12, 20, 21].map(inWords)).toEqual([
    "zero",
    "one",
    "eight",
    "twelve",
    "twenty",
    "21",
  ]);
});

test("a sentence begins with a capital", () => {
  expect(inWordsCapitalized(6)).toBe("Six");
});

test("what comes next is a place in the row", () => {
  expect([0, 4, 6, 8, 12, 19, 20].map(nextInWords)).toEqual([
    "first",
    "fifth",
    "seventh",
    "ninth",
    "thirteenth",
    "twentieth",
    "number 21",
  ]);
});
