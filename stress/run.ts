/**
 * `npm run stress`: long proofs that no lead is lost, with real parts: the built server, a durable Postgres,
 * a mail server. `npm run stress -- kill log` runs only the named ones; `--rounds N` shortens them; `--seed N`
 * repeats another run's random choices. The exit status is 1 if a result isn't as required.
 */
import { parseArgs } from "node:util";
import { buildProduct } from "../scripts/build/product.ts";
import { report, reportError, UserError } from "../scripts/process-lifecycle.ts";
import { step } from "../scripts/progress.ts";
import { type Finding, table } from "./audit/findings.ts";
import { Random } from "./load/random.ts";
import type { Options } from "./options.ts";
import { alerts } from "./proofs/alerts.ts";
import { api } from "./proofs/api.ts";
import { bundle } from "./proofs/bundle.ts";
import { company } from "./proofs/company.ts";
import { database } from "./proofs/database.ts";
import { failover } from "./proofs/failover.ts";
import { fuzz } from "./proofs/fuzz.ts";
import { kill } from "./proofs/kill.ts";
import { log } from "./proofs/log.ts";
import { operator } from "./proofs/operator.ts";
import { restore } from "./proofs/restore.ts";
import { standby } from "./proofs/standby.ts";
import { upgrade } from "./proofs/upgrade.ts";
import { visitors } from "./proofs/visitors.ts";
import { week } from "./proofs/week.ts";

/** The proofs, in order. */
const PARTS: Record<string, (options: Options) => Promise<Finding[]>> = {
  kill,
  database,
  visitors,
  standby,
  failover,
  restore,
  upgrade,
  fuzz,
  api,
  bundle,
  operator,
  company,
  alerts,
  log,
  week,
};

export default async function stress(args: string[]) {
  const { names, rounds, seed } = readArguments(args);
  await buildProduct();

  report(
    `\n  The seed is ${seed}: \`npm run stress -- --seed ${seed}\` repeats the random choices.\n`,
  );
  const findings = new Map<string, Finding[]>();
  for (const name of names) {
    try {
      findings.set(
        name,
        await step(name, () => PARTS[name]({ seed, rounds, random: new Random(seed) })),
      );
    } catch (error) {
      // The findings of the earlier parts are still printed.
      reportError(error);
      findings.set(name, [
        { what: "did not finish", many: "", result: "", required: "", passed: false },
      ]);
    }
  }
  process.stdout.write(`\n${table(findings)}\n\nseed ${seed}\n`);
  return [...findings.values()].flat().every(({ passed }) => passed) ? 0 : 1;
}

function readArguments(args: string[]) {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { rounds: { type: "string" }, seed: { type: "string" } },
  });
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

function wholeNumber(name: string, text: string | undefined) {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) {
    throw new UserError(`${name} must be a whole number of at least 1, not "${text}".`);
  }
  return value;
}
