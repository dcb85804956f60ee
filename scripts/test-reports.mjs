/** What the test runners report: how many tests they ran, and what failed. */
import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

const NONE = { passed: 0, failed: 0, skipped: 0 };

/**
 * Sums up the `test result:` lines of `cargo test`, one a test binary.
 *
 * @param {string} output
 * @returns {Counts}
 */
export function countCargoTests(output) {
  const results = output.matchAll(
    /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm,
  );
  return [...results].reduce(
    (sum, [, passed, failed, ignored]) => ({
      passed: sum.passed + Number(passed),
      failed: sum.failed + Number(failed),
      skipped: sum.skipped + Number(ignored),
    }),
    NONE,
  );
}

/**
 * What `cargo test` says of the tests that failed, out of all that it says: a section of each
 * test binary. Nothing when it did not come to run them.
 *
 * @param {string} output
 */
export function cargoTestFailures(output) {
  const sections = output.match(/^failures:\n\n---- [\s\S]*?^test result: FAILED.*$/gm);
  return sections?.join("\n\n");
}

/**
 * Reads the file of vitest's JSON reporter. A test file that could not even be loaded has no
 * tests in it and counts as one failure.
 *
 * @param {string} file
 * @returns {Counts}
 */
export function countVitestTests(file) {
  if (!existsSync(file)) return NONE;
  const report = JSON.parse(readFileSync(file, "utf8"));
  const broken = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ { status, assertionResults }) =>
      status === "failed" && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Reads the file of Playwright's JSON reporter.
 *
 * @param {string} file
 * @returns {Counts}
 */
export function countPlaywrightTests(file) {
  if (!existsSync(file)) return NONE;
  const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(file, "utf8")).stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}
