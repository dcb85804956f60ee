/** The number of tests is read from the runner's summary. */
import { expect, test } from "vitest";
import { countTests } from "../test-reports.ts";

test.each([
  [
    "cargo",
    `running 3 tests
test result: FAILED. 2 passed; 1 failed; 4 ignored; 0 measured; 9 filtered out; finished in 0.10s

test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
`,
    { passed: 7, failed: 1, skipped: 4 },
  ],
  [
    "vitest",
    ` ✓ tests/clock.test.ts (12 tests) 30ms
 Test Files  1 failed | 20 passed (21)
      Tests  1 failed | 200 passed | 3 skipped | 2 todo (206)
`,
    { passed: 200, failed: 1, skipped: 5 },
  ],
  [
    "Playwright",
    `  ✓  1 [chromium] › desk/day.spec.ts:9:1 › 3 passed the gate (1.2s)
  1) [chromium] › desk/day.spec.ts:20:1 › a visit
  1 failed
    [chromium] › desk/day.spec.ts:20:1 › a visit
  1 flaky
  2 skipped
  3 did not run
  84 passed (5.6m)
`,
    { passed: 84, failed: 2, skipped: 5 },
  ],
  ["a runner that did not start", "error: could not compile", { passed: 0, failed: 0, skipped: 0 }],
])("the summary of %s is counted", (_, output, counts) => {
  expect(countTests(output)).toEqual(counts);
});
