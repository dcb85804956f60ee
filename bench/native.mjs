/** Measures the native phrase search in a long text, against the aho-corasick crate. */
import { cargo } from "../scripts/build/cargo.ts";
import { step } from "../scripts/progress.ts";
import { compareMeasurements, OURS } from "./report.mjs";
import { PROFILE } from "./servers.mjs";

/** The benchmarks of `validator-wasm/benches/rules.rs`, by contender. */
const BENCHMARKS = {
  [OURS]: "100 phrases, one pass",
  "aho-corasick": "100 phrases, aho-corasick",
};

/** @type {import("./run.mjs").Part} */
export async function native({ rounds, seconds }) {
  const what = "1 MB, 100 phrases";
  /** @type {import("./report.mjs").Measurement[]} */
  const measurements = [];
  for (let round = 1; round <= rounds; round += 1) {
    let output = "";
    await step(`${round}. native rules`, async () => {
      output = await runBenchmarks(seconds);
    });
    for (const [contender, benchmark] of Object.entries(BENCHMARKS)) {
      const [, nanoseconds] = output.split(`${benchmark}\t`);
      const mibPerSecond = 1e9 / Number.parseInt(nanoseconds, 10);
      measurements.push({ what, contender, round, figures: { mibPerSecond } });
    }
  }
  return {
    comparisons: [
      compareMeasurements(measurements, {
        what,
        unit: "MiB/s",
        figure: "mibPerSecond",
        peer: "aho-corasick",
        aim: { least: 0.8 },
        essential: true,
      }),
    ],
    versions: {},
    measurements,
    errors: 0,
  };
}

/**
 * Returns the output of the benchmarks: on each line a name and the nanoseconds for 1 MiB.
 *
 * @param {number} seconds the duration of each benchmark
 */
function runBenchmarks(seconds) {
  // The tests' profile reuses its compiled libraries.
  const profile = PROFILE === "dev" ? "dev" : "bench";
  return cargo(
    [
      ...["bench", "--package=validator-wasm", "--bench=rules", `--profile=${profile}`, "--"],
      ...[String(seconds), "100 phrases"],
    ],
    { log: "bench-native" },
  );
}
