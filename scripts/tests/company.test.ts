/** What is wrong in company.json or palette.css is refused before anything is built. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { companyProblems, paletteProblems } from "../company.ts";
import { ROOT } from "../setup/requirements.mjs";

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const company = JSON.parse(read("company.json"));

/** Each wrong fact, and how the problem begins. */
const wrong: [string, Record<string, unknown>, string][] = [
  ["no email", { email: undefined }, "email is missing."],
  ["a phone of six digits", { phone: "(503) 555" }, 'phone is "(503) 555".'],
  ["a zone that does not exist", { timeZone: "America/Portland" }, "timeZone is"],
  ["an offset as a zone", { timeZone: "+01:00" }, "timeZone is"],
  ["a slug with spaces", { slug: "oak and sons" }, 'slug is "oak and sons".'],
  ["a review without its link", { reviewSources: [{ name: "Google" }] }, "reviewSources.0.href is"],
  [
    "a week across its end",
    { hours: { ...company.hours, from: "Saturday", to: "Tuesday" } },
    "hours.to is",
  ],
  [
    "a day without hours",
    { hours: { ...company.hours, opens: 18, closes: 8 } },
    "hours.closes is 8.",
  ],
  [
    "no county",
    { areas: company.areas.filter(({ kind }: { kind: string }) => kind === "city") },
    "areas is",
  ],
  [
    "no city",
    { areas: company.areas.filter(({ kind }: { kind: string }) => kind === "county") },
    "areas is",
  ],
  [
    "a state without a name",
    { areas: [{ ...company.areas[0], state: "OR" }, ...company.areas.slice(1)] },
    "areas.0.state is",
  ],
  ["a name of 81 characters", { name: `${company.shortName} ${"x".repeat(80)}` }, "name is"],
  ["a short name of its own", { shortName: "Oak" }, "name is"],
  ["one founder", { founders: company.founders.slice(1) }, "founders is"],
  [
    "a founder whom /about could not show",
    { founders: [...company.founders, { name: "Ada", role: "Owner" }] },
    `founders.${company.founders.length}.bio is missing.`,
  ],
  [
    "a number for emergencies without the service",
    { emergencyService: false, emergencyPhone: company.phone },
    "emergencyPhone is",
  ],
  ["an unknown field", { fax: "none" }, "fax is not a field."],
];

test.each(wrong)("%s is refused, with its field", (_, change, problem) => {
  const [first, ...others] = companyProblems(JSON.stringify({ ...company, ...change }));
  expect(first).toContain(`company.json: ${problem}`);
  expect(others).toEqual([]);
});

test("a company.json that is not JSON is refused", () => {
  expect(companyProblems('{"name": }')).toEqual([
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
