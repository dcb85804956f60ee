import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { execa } from "execa";
import { expect, test } from "vitest";
import { NO_SETTINGS, ROOT, SLUG } from "../settings.ts";

/** The time that a new embedded Postgres may take. */
const TIMEOUT_MS = 60_000;

test(
  "a check of a setting that cannot be used prints the table, and no other command's failure",
  async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), `${SLUG}-check-`));
    const env = { ...NO_SETTINGS, DATA_DIR: dataDir, SMTP_URL: "nonsense" };
    const options = { cwd: ROOT, reject: false, env } as const;
    const { exitCode, stdout } = await execa(
      "npm",
      ["run", "-s", "backend", "--", "check"],
      options,
    );
    rmSync(dataDir, { recursive: true });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^failed {3}SMTP_URL {8}set smtp:/);
    expect(stdout).toContain("1 failed, 0 warnings.");
  },
  TIMEOUT_MS,
);
