import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { composeLead, type Estimate, type Lead, type Rejection, validate } from "validator-wasm";
import { expect, test } from "vitest";
import { serviceChoices } from "../../src/features/estimate/choices.ts";

const COUNT = 20_000;

/** What the native rules make of a generated form. */
interface Line {
  estimate: Estimate;
  verdict: Rejection | null;
  lead: Lead;
}

// The time is for a first compilation of the native build.
test(`native and WASM agree on ${COUNT.toLocaleString("en-US")} generated inputs`, {
  timeout: 600_000,
}, async () => {
  const { stdout } = await promisify(execFile)(
    "cargo",
    ["run", "-q", "-p", "validator-wasm", "--example", "verdicts", "--", `${COUNT}`],
    {
      cwd: fileURLToPath(new URL("../../..", import.meta.url)),
      maxBuffer: Number.POSITIVE_INFINITY,
    },
  );
  const [services, ...lines] = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(services).toEqual(serviceChoices);
  expect(lines).toHaveLength(COUNT);
  const codes = new Set<string>();
  for (const { estimate, verdict, lead } of lines as Line[]) {
    const found = validate(estimate) ?? null;
    const row = composeLead(estimate);
    // Compared as text first: a matcher for each of the inputs takes minutes.
    if (JSON.stringify([found, row]) !== JSON.stringify([verdict, lead])) {
      expect({ verdict: found, lead: row }, `for ${JSON.stringify(estimate)}`).toEqual({
        verdict,
        lead,
      });
    }
    codes.add(verdict?.code ?? "accepted");
  }
  // The inputs reach each of the rules, and get past all of them.
  expect([...codes].sort()).toEqual([
    "accepted",
    "blocked-email",
    "missing-information",
    "promotional-message",
  ]);
});
