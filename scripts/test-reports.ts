/** What the test runners report: how many tests they ran, and what failed. */
import { existsSync, readFileSync } from "node:fs";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Adds up what several runners report. */
export function sum(counts: Counts[]) {
  return counts.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    NONE,
  );
}

/** Sums up the `test result:` lines of `cargo test`, one a test binary. */
export function countCargoTests(output: string) {
  const results = output.matchAll(
    /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm,
  );
  const counts = [...results].map((result) => result.slice(1).map(Number));
  return sum(counts.map(([passed, failed, skipped]) => ({ passed, failed, skipped })));
}

/**
 * What `cargo test` says of the tests that failed, out of all that it says: a section of each
 * test binary. Nothing when it did not come to run them.
 */
export function cargoTestFailures(output: string) {
  const sections = output.match(/^failures:\n\n---- [\s\S]*?^test result: FAILED.*$/gm);
  return sections?.join("\n\n");
}

/**
 * Reads the file of vitest's JSON reporter. A test file that could not even be loaded has no
 * tests in it and counts as one failure.
 */
export function countVitestTests(file: string): Counts {
  if (!existsSync(file)) return NONE;
  const report = JSON.parse(readFileSync(file, "utf8"));
  const broken = report.testResults.filter(
    ({ status, assertionResults }: { status: string; assertionResults: unknown[] }) =>
      status === "failed" && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Reads the file of Playwright's JSON reporter. */
export function countPlaywrightTests(file: string): Counts {
  if (!existsSync(file)) return NONE;
  const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(file, "utf8")).stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}
