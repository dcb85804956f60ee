/**
 * Millions of generated forms and rows go through the rules: `validator-wasm/tests/rules/properties.rs`. A tenth as many
 * photographs that were changed by chance go through the decoders: `backend/tests/api/photos/files.rs`.
 */
import path from "node:path";
import { cargo } from "../../scripts/build/cargo.ts";
import { CommandFailure } from "../../scripts/command.ts";
import { report, UserError } from "../../scripts/process-lifecycle.ts";
import { TARGET_DIR } from "../../scripts/settings.ts";
import { cargoTestFailures, countCargoTests } from "../../scripts/test-reports.ts";
import { exactly, type Finding } from "../audit/findings.ts";
import type { Options } from "../options.ts";

export async function fuzz({ seed, rounds = 1_000_000 }: Options): Promise<Finding[]> {
  const properties = ["--release", "--package=validator-wasm", "--test=rules", "properties"];
  const ofForms = await failures(properties, {
    PROPTEST_CASES: String(rounds),
    PROPTEST_RNG_SEED: String(seed),
    // Built for itself, the library has other features than for the server: in one folder each
    // build would undo the other.
    CARGO_TARGET_DIR: path.join(TARGET_DIR, "fuzz"),
  });
  const files = Math.max(rounds / 10, 3_000);
  const ofFiles = await failures(["--package=backend", "--test=api", "no_changed_file"], {
    PHOTO_CASES: String(Math.ceil(files)),
    PHOTO_SEED: String(seed),
  });
  return [
    exactly(`properties that ${rounds} inputs broke`, ...ofForms),
    exactly(`tests that ${files} changed photographs broke`, ...ofFiles),
  ];
}

/** Runs tests; returns how many there are, and how many failed. */
async function failures(tests: string[], env: NodeJS.ProcessEnv): Promise<[number, number]> {
  const said = await cargo(["test", ...tests], { log: "stress-fuzz", env }).catch((error) => {
    if (error instanceof CommandFailure) return error.output;
    throw error;
  });
  // The inputs, as small as they still fail.
  const inputs = cargoTestFailures(said);
  if (inputs) report(inputs);
  const { passed, failed } = countCargoTests(said);
  if (passed + failed === 0) throw new UserError(`The fuzzer did not say how it went:\n\n${said}`);
  return [passed + failed, failed];
}
