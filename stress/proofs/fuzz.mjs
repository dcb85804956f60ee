/** Generated forms and rows go through the rules: `validator-wasm/tests/properties.rs`, with more cases. */
import path from "node:path";
import { cargo } from "../../scripts/build/cargo.mjs";
import { CommandFailure } from "../../scripts/command.mjs";
import { report } from "../../scripts/process-lifecycle.mjs";
import { TARGET_DIR } from "../../scripts/settings.mjs";
import { countCargoTests } from "../../scripts/test-reports.mjs";
import { exactly, told } from "../audit/findings.mjs";

/**
 * @param {import("../run.mjs").Options} options
 * @returns {Promise<import("../audit/findings.mjs").Finding[]>}
 */
export async function fuzz({ seed, rounds = 500_000 }) {
  const { passed, failed } = countCargoTests(await testProperties(rounds, seed));
  return [
    exactly("properties of the rules that a generated input breaks", rounds, failed),
    told("properties that hold for every generated input", rounds, passed),
  ];
}

/**
 * What the tests printed, also where one failed. The input that breaks a property, made as small as
 * possible, is reported.
 *
 * @param {number} cases for each property
 * @param {number} seed
 */
async function testProperties(cases, seed) {
  try {
    return await cargo(["test", "--release", "--package=validator-wasm", "--test=properties"], {
      log: "stress-fuzz",
      env: {
        PROPTEST_CASES: String(cases),
        PROPTEST_RNG_SEED: String(seed),
        // Built for itself, the library has other features than for the server: in one folder each
        // build would undo the other.
        CARGO_TARGET_DIR: path.join(TARGET_DIR, "fuzz"),
      },
    });
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    for (const [input] of error.output.matchAll(/^minimal failing input: [\s\S]*?^\tsuccesses/gm))
      report(`    ${input}`);
    return error.output;
  }
}
