/**
 * `npm run stress`: the long proofs that no lead is lost, with real parts: the released server, a
 * Postgres that keeps what it has committed, a mail server. `npm run stress -- kill mail` runs
 * those that are named; `--rounds N` makes each of them shorter, for a quick try; `--seed N` repeats
 * the chances of another run. Ends with 1 when something is not as required.
 */
import { parseArgs } from "node:util";
import { buildProduct } from "../scripts/build/product.mjs";
import { report, UserError } from "../scripts/process-lifecycle.mjs";
import { step } from "../scripts/progress.mjs";
import { table } from "./audit/findings.mjs";
import { Random } from "./load/random.mjs";
import { api } from "./proofs/api.mjs";
import { database } from "./proofs/database.mjs";
import { fuzz } from "./proofs/fuzz.mjs";
import { kill } from "./proofs/kill.mjs";
import { lock } from "./proofs/lock.mjs";
import { mail } from "./proofs/mail.mjs";
import { malformed } from "./proofs/malformed.mjs";
import { poison } from "./proofs/poison.mjs";
import { processes } from "./proofs/processes.mjs";
import { slow } from "./proofs/slow.mjs";

/**
 * @typedef {import("./audit/findings.mjs").Finding} Finding
 *
 * @typedef {object} Options
 * @property {number} seed
 * @property {Random} random made of the seed
 * @property {number} [rounds] how often each part does what it does, where that is not the usual
 */

/**
 * What is done, in this order.
 *
 * @type {Record<string, (options: Options) => Promise<Finding[]>>}
 */
const PARTS = { kill, database, lock, mail, poison, processes, fuzz, slow, malformed, api };

/** @param {string[]} args */
export default async function stress(args) {
  const { names, rounds, seed } = readArguments(args);
  await buildProduct();

  report(`\n  The seed is ${seed}: \`npm run stress -- --seed ${seed}\` has the same chances.\n`);
  /** @type {Map<string, Finding[]>} */
  const findings = new Map();
  for (const name of names) {
    try {
      findings.set(
        name,
        await step(name, () => PARTS[name]({ seed, rounds, random: new Random(seed) })),
      );
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      report(`\n${error.message}\n`);
      findings.set(name, [
        { what: "came to no end", many: "", result: "", required: "", held: false },
      ]);
    }
  }
  process.stdout.write(`\n${table(findings)}\n\nseed ${seed}\n`);
  return [...findings.values()].flat().every(({ held }) => held) ? 0 : 1;
}

/** @param {string[]} args */
function readArguments(args) {
  const { positionals, values } = parse(args);
  const unknown = positionals.find((name) => !(name in PARTS));
  if (unknown) {
    throw new UserError(
      `There is no stress test called "${unknown}": choose from ${Object.keys(PARTS).join(", ")}.`,
    );
  }
  return {
    names: positionals.length === 0 ? Object.keys(PARTS) : positionals,
    rounds: wholeNumber("--rounds", values.rounds),
    seed: wholeNumber("--seed", values.seed) ?? Math.floor(Math.random() * 2 ** 32),
  };
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { rounds: { type: "string" }, seed: { type: "string" } },
    });
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * @param {string} name
 * @param {string | undefined} text
 */
function wholeNumber(name, text) {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) {
    throw new UserError(`${name} must be a whole number from 1 on, not "${text}".`);
  }
  return value;
}
