/** What the test runners report: how many tests they ran, and what failed. */
import { existsSync, readFileSync } from "node:fs";

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */

/**
 * Sums up the `test result:` lines of `cargo test`, one a test binary.
 *
 * @param {string} output
 * @returns {Counts}
 */
export function countCargoTests(output) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [, passed, failed, ignored] of output.matchAll(
    /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm,
  )) {
    counts.passed += Number(passed);
    counts.failed += Number(failed);
    counts.skipped += Number(ignored);
  }
  return counts;
}

/**
 * What `cargo test` says of the tests that failed, out of all that it says: a section of each
 * test binary. Nothing when it did not come to run them.
 *
 * @param {string} output
 * @returns {string | undefined}
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
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 0, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ { status, assertionResults }) =>
      status === "failed" && assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Reads the file of Playwright's JSON reporter. A test that passed only when it was repeated has
 * failed.
 *
 * @param {string} file
 * @returns {Counts}
 */
export function countPlaywrightTests(file) {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 0, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
