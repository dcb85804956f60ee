import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { SLUG } from "../scripts/settings.ts";
import { canSetUpCommands } from "./tools.mjs";

const SCENARIOS = ["a lone lead", "4 connections", "4 connections, 1,000 leads held"];

// The time is for the builds. Skipped where wrk or pgbench is missing and cannot be installed.
test.skipIf(!canSetUpCommands())(
  "every contender takes leads without an error, and the report is complete",
  {
    timeout: 600_000,
  },
  ({ onTestFinished }) => {
    const folder = mkdtempSync(path.join(tmpdir(), `${SLUG}-bench-`));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, "results.json");
    const script = path.join(import.meta.dirname, "..", "scripts", "run.mjs");
    const part = ["bench/run.mjs", "intake", "--tiny", "--output", file];
    const printed = execFileSync(process.execPath, [script, ...part], { encoding: "utf8" });

    const { comparisons, measurements, errors } = JSON.parse(readFileSync(file, "utf8")).parts
      .intake;
    expect(errors).toBe(0);
    expect(measurements.map(({ what, contender }) => [what, contender])).toEqual(
      SCENARIOS.flatMap((what) => ["backend", "fastify", "pgbench"].map((name) => [what, name])),
    );
    for (const { leads } of measurements) expect(leads).toBeGreaterThan(0);
    for (const { what, ours, theirs, ratio } of comparisons) {
      for (const figure of [ours, theirs, ratio]) expect(figure, what).toBeGreaterThan(0);
      expect(printed).toContain(what);
    }
    expect(comparisons.map(({ what }) => what)).toEqual(
      expect.arrayContaining(SCENARIOS.map((what) => `${what}: p99Ms`)),
    );
  },
);
