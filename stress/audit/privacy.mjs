/** Whether a log holds anything of the visitors. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { CommandFailure, run } from "../../scripts/command.mjs";
import { SLUG } from "../../scripts/settings.mjs";
import { exactly } from "./findings.mjs";

/**
 * Looks for everything that the visitors sent of themselves, to the letter.
 *
 * @param {string} log
 * @param {Iterable<import("../load/lead.mjs").Lead>} leads
 * @returns {Promise<import("./findings.mjs").Finding>}
 */
export async function auditLog(log, leads) {
  const values = [...leads].flatMap((lead) => lead.values);
  const folder = mkdtempSync(path.join(tmpdir(), `${SLUG}-values-`));
  try {
    const file = path.join(folder, "values");
    writeFileSync(file, values.map((value) => `${value}\n`).join(""));
    const found = await grep([
      "--fixed-strings",
      "--ignore-case",
      "--count",
      `--file=${file}`,
      log,
    ]);
    return exactly("lines of the log that hold a visitor's value", values.length, found);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string[]} args */
async function grep(args) {
  try {
    return Number(await run("grep", args, { log: "stress-grep" }));
  } catch (error) {
    // It ends with 1 when it finds nothing, and says 0 all the same.
    if (error instanceof CommandFailure && error.output.trim() === "0") return 0;
    throw error;
  }
}
