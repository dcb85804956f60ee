/** Millions of generated forms and rows go through the rules: `validator-wasm/tests/rules/properties.rs`. */
import path from "node:path";
import { cargo } from "../../scripts/build/cargo.ts";
import { CommandFailure } from "../../scripts/command.ts";
import { report, UserError } from "../../scripts/process-lifecycle.ts";
import { TARGET_DIR } from "../../scripts/settings.ts";
import { cargoTestFailures, countCargoTests } from "../../scripts/test-reports.ts";
import { exactly, type Finding } from "../audit/findings.ts";
import type { Options } from "../options.ts";

export async function fuzz({ seed, rounds = 1_000_000 }: Options): Promise<Finding[]> {
  const said = await cargo(
    ["test", "--release", "--package=validator-wasm", "--test=rules", "properties"],
    {
      log: "stress-fuzz",
      env: {
        PROPTEST_CASES: String(rounds),
        PROPTEST_RNG_SEED: String(seed),
        // Built for itself, the library has other features than for the server: in one folder each
        // build would undo the other.
        CARGO_TARGET_DIR: path.join(TARGET_DIR, "fuzz"),
      },
    },
  ).catch((error) => {
    if (error instanceof CommandFailure) return error.output;
    throw error;
  });
  // The inputs, as small as they still fail.
  const failures = cargoTestFailures(said);
  if (failures) report(failures);
  const { passed, failed } = countCargoTests(said);
  if (passed + failed === 0) throw new UserError(`The fuzzer did not say how it went:\n\n${said}`);
  return [exactly(`properties that ${rounds} inputs broke`, passed + failed, failed)];
}
