/** The reports of the test runners: how many tests they ran, and what failed. */

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Adds up the counts of several runners. */
export function sum(counts: Counts[]): Counts {
  const total = (outcome: keyof Counts) => counts.reduce((sum, one) => sum + one[outcome], 0);
  return { passed: total("passed"), failed: total("failed"), skipped: total("skipped") };
}

/** The summary lines of cargo (one per test binary), vitest, and Playwright (one per outcome). */
const SUMMARY =
  /^(?:test result: |\s+Tests {2}| {2}(?=\d+ (?:passed|failed|flaky|skipped|did not run)\b)).*$/gm;

/** Adds up the tests that cargo, vitest, or Playwright report in their output. */
export function countTests(output: string): Counts {
  const summary = (output.match(SUMMARY) ?? []).join("\n");
  const count = (outcomes: RegExp) =>
    [...summary.matchAll(outcomes)].reduce((total, [, count]) => total + Number(count), 0);
  return {
    passed: count(/(\d+) passed/g),
    failed: count(/(\d+) (?:failed|flaky)/g),
    skipped: count(/(\d+) (?:ignored|skipped|todo|did not run)/g),
  };
}

/** Returns the sections of failed tests, one per test binary, from the output of `cargo test`, if there are any. */
export function cargoTestFailures(output: string) {
  const sections = output.match(/^failures:\n\n---- [\s\S]*?^test result: FAILED.*$/gm);
  return sections?.join("\n\n");
}
