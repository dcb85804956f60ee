/** Millions of made-up forms and rows go through the rules: `validator-wasm/examples/fuzz.rs`. */
import path from "node:path";
import { cargo } from "../../scripts/build/cargo.mjs";
import { CommandFailure } from "../../scripts/command.mjs";
import { report, UserError } from "../../scripts/process-lifecycle.mjs";
import { TARGET_DIR } from "../../scripts/settings.mjs";
import { exactly, told } from "../audit/findings.mjs";

/**
 * @param {import("../run.mjs").Options} options
 * @returns {Promise<import("../audit/findings.mjs").Finding[]>}
 */
export async function fuzz({ seed, rounds = 10_000_000 }) {
  const said = await run(rounds, seed);
  // The input, to reproduce it by.
  for (const [line] of said.matchAll(/^input \d+ of seed .*$/gm)) report(`    ${line}`);
  const [, inputs, panics, broken, rate] =
    /^(\d+) inputs, (\d+) panics, (\d+) broken invariants, (\d+) a second$/m.exec(said) ?? [];
  if (!inputs) throw new UserError(`The fuzzer did not say how it went:\n\n${said}`);
  return [
    exactly("panics of parse, validate and compose", Number(inputs), Number(panics)),
    exactly("verdicts and values that row and form do not share", Number(inputs), Number(broken)),
    told("speed of it", Number(inputs), `${Number(rate).toLocaleString("en")}/s`),
  ];
}

/**
 * What the fuzzer printed, also where it ended with a failure.
 *
 * @param {number} inputs
 * @param {number} seed
 */
async function run(inputs, seed) {
  const fuzzer = ["run", "--release", "--package=validator-wasm", "--example=fuzz"];
  try {
    return await cargo([...fuzzer, "--", String(inputs), String(seed)], {
      log: "stress-fuzz",
      // Built for itself, the library has other features than for the server: in one folder each
      // build would undo the other.
      env: { CARGO_TARGET_DIR: path.join(TARGET_DIR, "fuzz") },
    });
  } catch (error) {
    if (error instanceof CommandFailure) return error.output;
    throw error;
  }
}
