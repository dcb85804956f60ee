import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { composeLead, type Estimate, type Lead, type Rejection, validate } from "validator-wasm";
import { expect, test } from "vitest";

const COUNT = 100_000;

/** The native build of the same rules says one line for each input it generates. */
interface Line {
  estimate: Estimate;
  verdict: Rejection | null;
  lead: Lead;
}

// The time is for a first compilation of the native build.
test(`native and WASM agree on ${COUNT.toLocaleString("en-US")} generated inputs`, {
  timeout: 600_000,
}, async () => {
  const native = spawn(
    "cargo",
    ["run", "-q", "--release", "-p", "validator-wasm", "--example", "verdicts", "--", `${COUNT}`],
    {
      cwd: fileURLToPath(new URL("../../..", import.meta.url)),
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let lines = 0;
  const verdicts = new Map<string, number>();
  for await (const text of createInterface({ input: native.stdout })) {
    const { estimate, verdict, lead } = JSON.parse(text) as Line;
    const found = validate(estimate) ?? null;
    const row = composeLead(estimate);
    // Compared as text first: a matcher for each of the inputs takes minutes.
    if (JSON.stringify([found, row]) !== JSON.stringify([verdict, lead])) {
      expect({ verdict: found, lead: row }, `for ${JSON.stringify(estimate)}`).toEqual({
        verdict,
        lead,
      });
    }
    const code = verdict?.code ?? "accepted";
    verdicts.set(code, (verdicts.get(code) ?? 0) + 1);
    lines += 1;
  }
  expect(lines).toBe(COUNT);
  // The inputs reach each of the rules, and get past all of them.
  expect([...verdicts.keys()].sort()).toEqual([
    "accepted",
    "blocked-email",
    "missing-information",
    "promotional-message",
  ]);
});
