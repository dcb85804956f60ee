/**
 * Skips a build whose inputs have not changed. (wireit is not used: it is not installed when `npm
 * start` runs in a new clone, and `kill -9` of it leaves its programs running.)
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { glob } from "tinyglobby";
import { ROOT, TARGET_DIR } from "../settings.ts";

/** The inputs of a build. Paths are relative to the checkout. */
export interface Inputs {
  /** patterns of the files and folders that the build reads */
  files: string[];
  values?: string[];
}

/**
 * Runs a build, unless nothing has changed since it last succeeded.
 *
 * @param output a file that the build writes
 * @returns the build's result, or "unchanged" if it was skipped
 */
export async function whenChanged<T>(
  name: string,
  { files, values = [] }: Inputs,
  output: string,
  build: () => Promise<T>,
): Promise<T | "unchanged"> {
  const stamp = path.join(TARGET_DIR, "stamps", name);
  const product = path.join(ROOT, output);
  const hash = createHash("sha256").update(JSON.stringify(values));
  for (const file of (await glob(files, { cwd: ROOT, dot: true })).sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(path.join(ROOT, file)));
  }
  const digest = hash.digest("hex");
  // A product newer than its stamp was built by another command, from unknown inputs.
  if (
    existsSync(stamp) &&
    existsSync(product) &&
    statSync(product).mtimeMs <= statSync(stamp).mtimeMs &&
    readFileSync(stamp, "utf8") === digest
  ) {
    return "unchanged";
  }
  rmSync(stamp, { force: true });
  const result = await build();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
  return result;
}
