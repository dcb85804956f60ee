/**
 * Runs the rules with millions of generated forms and rows (`validator-wasm/tests/rules/properties.rs`), and the
 * photo decoders with a tenth as many randomly changed files (`backend/tests/api/photos/files.rs`).
 */
import path from "node:path";
import { cargo } from "../../scripts/build/cargo.ts";
import { CommandFailure } from "../../scripts/command.ts";
import { report, UserError } from "../../scripts/process-lifecycle.ts";
import { TARGET_DIR } from "../../scripts/settings.ts";
import { cargoTestFailures, countTests } from "../../scripts/test-reports.ts";
import { exactly, type Finding } from "../audit/findings.ts";
import type { Options } from "../options.ts";

export async function fuzz({ seed, rounds = 1_000_000 }: Options): Promise<Finding[]> {
  const properties = ["--release", "--package=validator-wasm", "--test=rules", "properties"];
  const ofForms = await failures(properties, {
    PROPTEST_CASES: String(rounds),
    PROPTEST_RNG_SEED: String(seed),
    // Built alone, the library has other features than in the server; in a shared folder, each
    // build would undo the other.
    CARGO_TARGET_DIR: path.join(TARGET_DIR, "fuzz"),
  });
  const files = Math.max(rounds / 10, 3_000);
  const ofFiles = await failures(["--package=backend", "--test=api", "no_changed_file"], {
    PHOTO_CASES: String(Math.ceil(files)),
    PHOTO_SEED: String(seed),
  });
  return [
    exactly(`properties that ${rounds} inputs violated`, ...ofForms),
    exactly(`tests that ${files} changed photos failed`, ...ofFiles),
  ];
}

/** Runs tests; returns their number, and how many failed. */
async function failures(tests: string[], env: NodeJS.ProcessEnv): Promise<[number, number]> {
  const output = await cargo(["test", ...tests], { log: "stress-fuzz", env }).catch((error) => {
    if (error instanceof CommandFailure) return error.output;
    throw error;
  });
  // The minimal failing inputs.
  const inputs = cargoTestFailures(output);
  if (inputs) report(inputs);
  const { passed, failed } = countTests(output);
  if (passed + failed === 0) throw new UserError(`The fuzzer printed no results:\n\n${output}`);
  return [passed + failed, failed];
}
