import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
  type Estimate,
  type Lead,
  type OwnerEmail,
  prepareSubmission,
  type Rejection,
  type Submission,
} from "validator-wasm";
import { expect, test, vi } from "vitest";
import { serviceChoices } from "../../src/features/estimate/choices.ts";

const COUNT = 2_000;

/** The native rules' result for a generated form. */
interface Line {
  estimate: Estimate;
  rejection: Rejection | null;
  lead: Lead;
  ownerEmail: OwnerEmail;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { TEST_VERDICTS } = process.env;
// Without `npm test`, which builds the rules first, cargo builds what has changed.
const [program, args] = TEST_VERDICTS
  ? [TEST_VERDICTS, []]
  : ["cargo", ["run", "-q", "-p", "validator-wasm", "--example", "verdicts", "--"]];

// The timeout allows for the first compilation of the native build.
test(`native and WASM agree on ${COUNT.toLocaleString("en-US")} generated inputs`, {
  timeout: 600_000,
}, async () => {
  const { stdout } = await promisify(execFile)(program, [...args, `${COUNT}`], {
    cwd: root,
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const [services, ...lines] = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(services).toEqual(serviceChoices.map(({ value }) => value));
  expect(lines).toHaveLength(COUNT);
  const codes = new Set<string>();
  let now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now);
  for (const { estimate, rejection, lead, ownerEmail } of lines as Line[]) {
    // Keeps submissions far enough apart for the rules.
    now += 3_600_000;
    const submission = prepareSubmission(estimate, false);
    const expected: Submission = rejection
      ? { verdict: "rejected", rejection }
      : { verdict: "accepted", lead, ownerEmail };
    // Compares texts first, because a matcher for each input takes minutes.
    if (JSON.stringify(submission) !== JSON.stringify(expected)) {
      expect(submission, `for ${JSON.stringify(estimate)}`).toEqual(expected);
    }
    codes.add(rejection?.code ?? "accepted");
  }
  // The inputs trigger every rule, and some pass all rules.
  expect([...codes].sort()).toEqual([
    "accepted",
    "blocked-email",
    "missing-information",
    "promotional-message",
  ]);
});
