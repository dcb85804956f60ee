/** The company's facts and colors: `company.schema.json` describes them, for editors too. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv, type ErrorObject } from "ajv";
import type companyJson from "../company.json";
import { UserError } from "./process-lifecycle.ts";
import { ROOT } from "./setup/requirements.mjs";

type Company = typeof companyJson;

/** The contrast that WCAG 2.2 requires of text for level AA. */
const REQUIRED_CONTRAST = 4.5;

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

const schema = JSON.parse(read("company.schema.json"));

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
  formats: { "time-zone": isTimeZone },
})
  .addVocabulary(["textOnGround"])
  .addSchema(schema, "company");

/** The colors of text, each with the ground below it. */
const TEXT_ON_GROUND: [string, string][] = schema.definitions.palette.textOnGround;

/** The company's files, each with its schema. */
const SCHEMAS = {
  "company.json": "company",
  "region.json": "company#/definitions/region",
  "reviews.json": "company#/definitions/reviews",
  "projects.json": "company#/definitions/projects",
  "prices.json": "company#/definitions/prices",
};

/**
 * Returns the facts of `company.json`.
 *
 * @throws {UserError} with every field of the company's files, and every color of `palette.css`, that is not as
 *   the schema says
 */
export function checkedCompany(): Company {
  const files = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[];
  const problems = files.flatMap((file) => factProblems(file, read(file)));
  problems.push(...paletteProblems(read("palette.css")));
  if (problems.length > 0) throw new UserError(problems.join("\n"));
  return JSON.parse(read("company.json"));
}

/** Returns what is wrong in the text of a file: field, value, and remedy, a line each. */
export function factProblems(file: keyof typeof SCHEMAS, text: string): string[] {
  try {
    const facts = JSON.parse(text);
    const problems = schemaProblems(SCHEMAS[file], facts);
    if (problems.length === 0 && file === "company.json") problems.push(...contradictions(facts));
    return problems.map((problem) => `${file}: ${problem}`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [`${file} is not JSON: ${error.message}`];
  }
}

/** Returns what is wrong in the text of a `palette.css`. */
export function paletteProblems(text: string): string[] {
  const colors = Object.fromEntries(
    [...text.matchAll(/--color-(\w[\w-]*): *([^;]*);/g)].map(([, name, color]) => [name, color]),
  );
  const problems = schemaProblems("company#/definitions/palette", colors);
  const unreadable = TEXT_ON_GROUND.filter(
    ([color, ground]) => contrast(colors[color], colors[ground]) < REQUIRED_CONTRAST,
  ).map(([color, ground]) => {
    const ratio = contrast(colors[color], colors[ground]).toFixed(2);
    return `${color} is ${colors[color]}. On ${ground}, ${colors[ground]}, its contrast is ${ratio}: make one of them darker or lighter until it is ${REQUIRED_CONTRAST}.`;
  });
  return [...problems, ...(problems.length > 0 ? [] : unreadable)].map(
    (problem) => `palette.css: ${problem}`,
  );
}

function schemaProblems(schema: string, data: unknown): string[] {
  ajv.validate(schema, data);
  // What `contains` reports of each entry, and `if` beside `then`, says nothing of its own.
  const errors = (ajv.errors ?? []).filter(
    ({ schemaPath, keyword }) => keyword !== "if" && !schemaPath.includes("/contains/"),
  );
  return errors.map(problemOf);
}

function problemOf({ instancePath, keyword, params, parentSchema, data, message }: ErrorObject) {
  const at = (...more: string[]) => [...instancePath.split("/").slice(1), ...more].join(".");
  const { description = message, properties = {} } = parentSchema ?? {};
  if (keyword === "required") {
    const name = params.missingProperty;
    return `${at(name)} is missing. ${properties[name]?.description ?? description}`;
  }
  if (keyword === "additionalProperties") {
    const name = params.additionalProperty;
    return `${at(name)} is not a field. Correct its name, or remove it. ${description}`;
  }
  const value = typeof data === "object" && data ? "not as it should be" : JSON.stringify(data);
  return `${at()} is ${value}. ${description}`;
}

/** Returns what is wrong between fields that are right by themselves. */
function contradictions({ name, shortName, founded, hours, states, areas }: Company): string[] {
  const days = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
  const problems: string[] = [];
  const report = (field: string, value: unknown, remedy: string) =>
    problems.push(`${field} is ${JSON.stringify(value)}. ${remedy}`);
  if (!name.startsWith(`${shortName} `))
    report("name", name, `It begins with shortName, "${shortName}", and ends with the trade.`);
  if (founded > new Date().getFullYear()) report("founded", founded, "It is a year up to now.");
  if (days.indexOf(hours.from) > days.indexOf(hours.to))
    report("hours.to", hours.to, `It is ${hours.from}, as hours.from, or a later day to Sunday.`);
  if (hours.opens >= hours.closes)
    report("hours.closes", hours.closes, `It is later than hours.opens, ${hours.opens}.`);
  for (const [index, { state }] of areas.entries()) {
    if (!(state in states))
      report(`areas.${index}.state`, state, 'Add its name to "states", or correct it.');
  }
  return problems;
}

/** Returns whether a name is in the list of time zones that the browser, the server, and Postgres share. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Z]\w*(\/[\w+-]+)*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Returns the contrast of WCAG 2.2 between two colors. */
function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the relative luminance of WCAG 2.2. */
function luminance(color: string): number {
  const linear = (at: number) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5);
}
