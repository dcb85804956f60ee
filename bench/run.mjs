/**
 * `npm run bench`: this product and its peers, measured side by side in one run, as a table of
 * ratios; `npm run bench -- intake` runs the parts that are named. All figures go to
 * `bench/results.json` (`--output FILE`). Ends with 1 when an answer was wrong or missing, not when
 * an aim is missed.
 *
 * `--rounds`, `--seconds`, `--connections 32,128` and `--full-table` (leads that it holds, 0 for
 * none) set the size, `--tiny` the least that proves that everything runs; `--seed` repeats the
 * random values of another run.
 */
import { writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { run } from "../scripts/command.ts";
import { UserError } from "../scripts/process-lifecycle.ts";
import { ROOT, shownPath } from "../scripts/settings.ts";
import { intake } from "./intake.mjs";
import { table } from "./report.mjs";

/**
 * @typedef {object} Options
 * @property {number} rounds how often everything is measured; the medians are compared
 * @property {number} seconds how long a measurement lasts
 * @property {number[]} connections numbers of clients at the same time
 * @property {number} fullTable how many leads the full table holds; 0: there is none
 * @property {number} seed
 *
 * @typedef {object} PartResult
 * @property {import("./report.mjs").Comparison[]} comparisons lines of the table
 * @property {Record<string, string>} versions of peers and tools
 * @property {unknown[]} measurements the figures of each round
 * @property {number} errors wrong or missing answers
 */

/**
 * What can be measured, each part in a file of its own.
 *
 * @type {Record<string, (options: Options) => Promise<PartResult>>}
 */
const PARTS = { intake };

const FULL = {
  rounds: [3],
  seconds: [10],
  connections: [32, 128, 256],
  "full-table": [10_000_000],
};
const TINY = { rounds: [1], seconds: [1], connections: [4], "full-table": [1000] };

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
  writeFileSync(output, `${JSON.stringify(results, undefined, 2)}\n`);
  process.stdout.write(
    `\n${date.slice(0, 10)}, ${machine}, ${commit}\n${table(parts)}\n\nAll figures: ${shownPath(output)}\n`,
  );
  const errors = Object.values(parts).reduce((sum, part) => sum + part.errors, 0);
  if (errors !== 0)
    throw new UserError(`${errors} answers were wrong or missing: see "errors" there.`);
}

/** The machine, and how busy others keep it. */
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
  /** @param {"rounds" | "seconds" | "connections" | "full-table"} name */
  const size = (name) => numbers(name, values[name], name === "full-table" ? 0 : 1) ?? sizes[name];
  return {
    names: positionals.length === 0 ? Object.keys(PARTS) : positionals,
    output: path.resolve(values.output ?? path.join(ROOT, "bench", "results.json")),
    options: {
      rounds: size("rounds")[0],
      seconds: size("seconds")[0],
      connections: size("connections"),
      fullTable: size("full-table")[0],
      seed: numbers("seed", values.seed, 0)?.[0] ?? Math.floor(Math.random() * 2 ** 31),
    },
  };
}

/** @param {string[]} args */
function parse(args) {
  const text = /** @type {const} */ ({ type: "string" });
  const sizes = { rounds: text, seconds: text, connections: text, "full-table": text };
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { ...sizes, seed: text, output: text, tiny: { type: "boolean" } },
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
    throw new UserError(`--${name} takes whole numbers from ${least} on, not "${text}".`);
  }
  return values;
}
