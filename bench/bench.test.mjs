import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SLUG } from "../scripts/settings.ts";
import { canSetUpCommands } from "./tools.mjs";

/** The contenders of each part, and the commands without which it is skipped. */
const PARTS = {
  rules: { contenders: ["ours", "zod"] },
  native: { contenders: ["ours", "aho-corasick"] },
  size: { contenders: ["ours", "zod"] },
  verdict: { contenders: ["ours", "zod"] },
  pages: { contenders: ["ours", "nginx"], commands: ["wrk", "nginx"] },
  intake: { contenders: ["ours", "fastify", "pgbench"], commands: ["wrk", "pgbench"] },
  start: { contenders: ["ours", "fastify"] },
  growth: { contenders: ["ours", "an empty table"] },
  desk: { contenders: ["ours", "an empty table"] },
  mail: { contenders: ["ours", "pg-boss"] },
};

const isPossible = (part) => canSetUpCommands(...(PARTS[part].commands ?? []));

const folder = mkdtempSync(path.join(tmpdir(), `${SLUG}-bench-`));
let results;
let printed;

// The timeout covers the builds.
beforeAll(() => {
  const file = path.join(folder, "results.json");
  const script = path.join(import.meta.dirname, "..", "scripts", "run.mjs");
  const parts = Object.keys(PARTS).filter(isPossible);
  // With vitest's NODE_ENV, Vite would build the page with zod in development mode.
  const env = { ...process.env, NODE_ENV: "production" };
  printed = execFileSync(
    process.execPath,
    [script, "bench/run.mjs", ...parts, "--tiny", "--output", file],
    { encoding: "utf8", env, timeout: 840_000 },
  );
  results = JSON.parse(readFileSync(file, "utf8")).parts;
}, 900_000);

afterAll(() => rmSync(folder, { recursive: true }));

describe.each(Object.entries(PARTS))("%s", (part, { contenders }) => {
  const check = isPossible(part) ? test : test.skip;

  check("every contender is measured without an error", () => {
    const { measurements, errors } = results[part];
    expect(errors).toBe(0);
    expect(new Set(measurements.map(({ contender }) => contender))).toEqual(new Set(contenders));
  });

  check("every comparison is complete and printed", () => {
    const { comparisons } = results[part];
    expect(comparisons).not.toHaveLength(0);
    for (const { what, ours, theirs, ratio, aim, met } of comparisons) {
      for (const figure of [ours, theirs, ratio]) expect(figure, what).toBeGreaterThan(0);
      expect(printed).toContain(`${part}, ${what}`);
      expect(typeof met).toBe(aim ? "boolean" : "undefined");
    }
  });
});
