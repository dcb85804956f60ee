/**
 * `npm run stress`: the long proofs that no lead is lost, with real parts: the released server, a
 * Postgres that keeps what it has committed, a mail server. `npm run stress -- kill mail` runs
 * those that are named; `--rounds N` makes each of them shorter, for a quick try; `--seed N` repeats
 * the chances of another run. Ends with 1 when something is not as required.
 */
import { parseArgs } from "node:util";
import { buildBackend } from "./build/backend.mjs";
import { buildSite } from "./build/site.mjs";
import { buildWasmPackage } from "./build/wasm-package.mjs";
import { main, UserError } from "./process-lifecycle.mjs";
import { report, step } from "./progress.mjs";
import { setUp } from "./set-up.mjs";
import { api } from "./stress/api.mjs";
import { database } from "./stress/database.mjs";
import { table } from "./stress/findings.mjs";
import { fuzz } from "./stress/fuzz.mjs";
import { kill } from "./stress/kill.mjs";
import { lock } from "./stress/lock.mjs";
import { mail } from "./stress/mail.mjs";
import { malformed } from "./stress/malformed.mjs";
import { poison } from "./stress/poison.mjs";
import { processes } from "./stress/processes.mjs";
import { Random } from "./stress/random.mjs";
import { slow } from "./stress/slow.mjs";

/**
 * @typedef {import("./stress/findings.mjs").Finding} Finding
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

await main(async () => {
  const { names, rounds, seed } = readArguments();
  await setUp();
  await buildWasmPackage();
  await buildSite();
  await buildBackend();

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
});

function readArguments() {
  const { positionals, values } = parse();
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

function parse() {
  try {
    return parseArgs({
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
