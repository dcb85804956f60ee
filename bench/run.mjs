/**
 * `npm run bench`: measures this product and its peers side by side in one run and prints a table
 * of ratios; `npm run bench -- intake` runs only the named parts. A full run writes to
 * `bench/results.json` and the README; a run with arguments writes to `target/bench` (or to `--output
 * FILE`). The exit status is 1 if a response was wrong or missing, not if an aim is missed.
 *
 * `--rounds`, `--seconds`, `--connections 32,128`, and `--full-table` (its number of leads, 0 for
 * none) set the size. `--tiny` is the smallest size that runs everything. `--seed` repeats another
 * run's random values.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { run } from "../scripts/command.ts";
import { UserError } from "../scripts/process-lifecycle.ts";
import { ROOT, shownPath } from "../scripts/settings.ts";
import { desk } from "./desk.mjs";
import { growth } from "./growth.mjs";
import { intake } from "./intake.mjs";
import { mail } from "./mail.mjs";
import { native } from "./native.mjs";
import { pages } from "./pages.mjs";
import { table } from "./report.mjs";
import { rules } from "./rules.mjs";
import { BENCH_DIR } from "./servers.mjs";
import { size } from "./size.mjs";
import { start } from "./start.mjs";
import { verdict } from "./verdict.mjs";

/**
 * @typedef {object} Options
 * @property {number} rounds the repetitions, whose medians are compared
 * @property {number} seconds the duration of a measurement
 * @property {number[]} connections the numbers of concurrent clients
 * @property {number} fullTable the number of leads in the full table; 0 for none
 * @property {number} phrases the length of the longer list of the rules; 0 for none
 * @property {number} mails the number of mails in the outbox
 * @property {number} pages the number of pages to request
 * @property {number} seed
 *
 * @typedef {object} PartResult
 * @property {import("./report.mjs").Comparison[]} comparisons lines of the table
 * @property {Record<string, string>} versions of peers and tools
 * @property {unknown[]} measurements the figures of each round
 * @property {number} errors wrong or missing responses
 */

/** @typedef {(options: Options) => Promise<PartResult>} Part */

/**
 * The parts, in the order of a run, each in its own file: the intake comes last, because it leaves
 * mails in the full database that a backend of `growth` would deliver.
 *
 * @type {Record<string, Part>}
 */
const PARTS = { rules, native, size, verdict, pages, start, mail, growth, desk, intake };

/** @type {Omit<Options, "seed">} */
const FULL = {
  rounds: 3,
  seconds: 4,
  connections: [32, 128],
  fullTable: 10_000_000,
  phrases: 1000,
  mails: 5000,
  pages: 12,
};

/** The longer list of the rules is not built. @type {Omit<Options, "seed">} */
const TINY = {
  rounds: 1,
  seconds: 1,
  connections: [4],
  fullTable: 1000,
  phrases: 0,
  mails: 50,
  pages: 2,
};

/** @param {string[]} args */
export default async function bench(args) {
  const { names, output, options } = readArguments(args);
  const machine = describeMachine();
  /** @type {Record<string, PartResult>} */
  const parts = {};
  for (const name of names) parts[name] = await PARTS[name](options);

  const date = new Date().toISOString();
  const commit = await run("git", ["describe", "--always", "--dirty"], { log: "bench-commit" });
  const results = { date, machine, commit: commit.trim(), options, parts };
  mkdirSync(path.dirname(output), { recursive: true });
  writeFileSync(output, `${JSON.stringify(results, undefined, 2)}\n`);
  const when = `${date.slice(0, 10)}, ${machine}`;
  if (args.length === 0) writeReadme(`${when}:\n\n${table(parts, (line) => !!line.essential)}`);
  process.stdout.write(
    `\n${when}, ${commit}\n${table(parts)}\n\nAll figures: ${shownPath(output)}\n`,
  );
  const errors = Object.values(parts).reduce((sum, part) => sum + part.errors, 0);
  if (errors !== 0)
    throw new UserError(`${errors} responses were wrong or missing: see "errors" in the results.`);
}

/** Writes the essential comparisons into the README. @param {string} text */
function writeReadme(text) {
  const file = path.join(ROOT, "README.md");
  const marked = /(?<=<!-- npm run bench writes this -->\n).*?(?=<!-- until here -->)/s;
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(marked, () => `${text}\n`),
  );
}

/** Returns a description of the machine and its load. */
function describeMachine() {
  const cpus = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  const load = os.loadavg()[0].toFixed(1);
  return `${cpus.length} × ${cpus[0]?.model}, ${memory} GiB, ${os.type()} ${os.release()}, load ${load} before`;
}

/**
 * @param {string[]} args
 * @returns {{ names: string[], output: string, options: Options }}
 */
function readArguments(args) {
  const { positionals, values } = parse(args);
  const unknown = positionals.find((name) => !(name in PARTS));
  if (unknown) {
    throw new UserError(
      `There is no benchmark called "${unknown}": choose from ${Object.keys(PARTS).join(", ")}.`,
    );
  }
  const sizes = values.tiny ? TINY : FULL;
  /** @param {"rounds" | "seconds" | "connections" | "full-table" | "seed"} name @param {number} least */
  const given = (name, least) => numbers(name, values[name], least);
  // Only a full run updates the committed results.
  const folder = args.length === 0 ? path.join(ROOT, "bench") : BENCH_DIR;
  return {
    names: Object.keys(PARTS).filter(
      (name) => positionals.length === 0 || positionals.includes(name),
    ),
    output: path.resolve(values.output ?? path.join(folder, "results.json")),
    options: {
      ...sizes,
      rounds: given("rounds", 1)?.[0] ?? sizes.rounds,
      seconds: given("seconds", 1)?.[0] ?? sizes.seconds,
      connections: given("connections", 1) ?? sizes.connections,
      fullTable: given("full-table", 0)?.[0] ?? sizes.fullTable,
      seed: given("seed", 0)?.[0] ?? Math.floor(Math.random() * 2 ** 31),
    },
  };
}

/** @param {string[]} args */
function parse(args) {
  const text = /** @type {const} */ ({ type: "string" });
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...{ rounds: text, seconds: text, connections: text, "full-table": text, seed: text },
        ...{ output: text, tiny: { type: "boolean" } },
      },
    });
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * @param {string} name
 * @param {string | undefined} text
 * @param {number} least
 */
function numbers(name, text, least) {
  const values = text?.split(",").map(Number);
  if (values?.some((value) => !Number.isInteger(value) || value < least)) {
    throw new UserError(`--${name} takes integers of at least ${least}, not "${text}".`);
  }
  return values;
}
