/** Checks that a log contains no personal data. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { SLUG } from "../../scripts/settings.ts";
import type { Lead } from "../load/lead.ts";
import { exactly } from "./findings.ts";

/** Searches for every value that the visitors sent about themselves. */
export function auditLog(log: string, leads: Iterable<Lead>) {
  const values = [...leads].flatMap((lead) => lead.values);
  const folder = mkdtempSync(path.join(tmpdir(), `${SLUG}-values-`));
  const file = path.join(folder, "values");
  writeFileSync(file, values.map((value) => `${value}\n`).join(""));
  const options = ["--fixed-strings", "--ignore-case", "--count", `--file=${file}`];
  const { stdout } = spawnSync("grep", [...options, log], { encoding: "utf8" });
  rmSync(folder, { recursive: true, force: true });
  const found = Number.parseInt(stdout, 10);
  return exactly("log lines that contain personal data", values.length, found);
}
