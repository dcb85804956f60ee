/**
 * `npm run nightly`: runs the slow checks that rarely fail (known vulnerabilities, the main
 * journeys in Firefox, the benchmark's tests, mutants of the rules, the stress suite), or the named
 * ones (`npm run nightly -- stress`). All run, even after one has failed.
 */
import { report, reportError, UserError } from "../process-lifecycle.ts";
import { startService } from "../service.ts";
import { cargoDeny } from "./check.ts";
import mutants from "./mutants.ts";
import test from "./test.ts";

/** The parts. A failed part returns an exit code other than 0, or throws. */
const PARTS: Record<string, () => Promise<unknown>> = {
  advisories: () => cargoDeny("advisories"),
  firefox: () => test(["firefox"]),
  bench: () => test(["bench"]),
  mutants: () => mutants([]),
  // A command of its own: the scripts import nothing of what uses them.
  stress: () => startService("npm", ["run", "stress"], { output: "inherit" }).ended,
};

export default async function nightly(names: string[]) {
  const unknown = names.find((name) => !(name in PARTS));
  if (unknown) {
    throw new UserError(`There is no "${unknown}": choose from ${Object.keys(PARTS).join(", ")}.`);
  }
  const failed: string[] = [];
  for (const name of names.length === 0 ? Object.keys(PARTS) : names) {
    report(`\n${name}`);
    try {
      if (await PARTS[name]()) failed.push(name);
    } catch (error) {
      reportError(error);
      failed.push(name);
    }
  }
  if (failed.length > 0) throw new UserError(`Failed: ${failed.join(", ")}.`);
}
