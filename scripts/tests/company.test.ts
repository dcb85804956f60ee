/** What is wrong in company.json or palette.css is refused before anything is built. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { factProblems, paletteProblems } from "../company.ts";
import { ROOT } from "../setup/requirements.mjs";
import { wrongFacts } from "./wrong-facts.ts";

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const company = JSON.parse(read("company.json"));

test.each(wrongFacts(company))("%s is refused, with its field", (_, change, problem) => {
  const [first, ...others] = factProblems(
    "company.json",
    JSON.stringify({ ...company, ...change }),
  );
  expect(first).toContain(`company.json: ${problem}`);
  expect(others).toEqual([]);
});

test("a region without its storms is refused, and one with a thirteenth month", () => {
  const { storms, ...region } = JSON.parse(read("region.json"));
  const problems = factProblems(
    "region.json",
    JSON.stringify({ ...region, stormMonths: { Ice: [13, 1] } }),
  );
  expect(problems).toEqual([
    expect.stringContaining("region.json: storms is missing."),
    expect.stringContaining("region.json: stormMonths.Ice.0 is 13."),
  ]);
});

test("a company.json that is not JSON is refused", () => {
  expect(factProblems("company.json", '{"name": }')).toEqual([
    expect.stringMatching(/^company.json is not JSON: Unexpected token '}'/),
  ]);
});

test.each([
  [
    "a color that cannot be read",
    "lime-400: #c8f04b",
    "lime-400: #12311f",
    "lime-400 is #12311f. On canopy-900",
  ],
  ["a color by name", "paper-0: #fffdf8", "paper-0: white", 'paper-0 is "white".'],
  ["a missing color", "--color-storm-700: #33424f;", "", "storm-700 is missing."],
])("%s is refused", (_, from, to, problem) => {
  const palette = read("palette.css");
  expect(paletteProblems(palette)).toEqual([]);
  expect(paletteProblems(palette.replace(from, to)).join("\n")).toContain(
    `palette.css: ${problem}`,
  );
});
