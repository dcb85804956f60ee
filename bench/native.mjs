/** Measures the native phrase search in a long text, against the aho-corasick crate. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { cargo } from "../scripts/build/cargo.ts";
import { step } from "../scripts/progress.ts";
import { TARGET_DIR } from "../scripts/settings.ts";
import { compareMeasurements, OURS } from "./report.mjs";
import { PROFILE } from "./servers.mjs";

/** The group in `validator-wasm/benches/rules.rs`, and its benchmarks by contender. */
const GROUP = "1 MB of text";
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
    await step(`${round}. native rules`, () => runCriterion(seconds));
    for (const [contender, benchmark] of Object.entries(BENCHMARKS)) {
      const mibPerSecond = readThroughput(benchmark);
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

/** @param {number} seconds the duration of each benchmark */
function runCriterion(seconds) {
  // The tests' profile reuses its compiled libraries.
  const profile = PROFILE === "dev" ? "dev" : "bench";
  const names = `^${GROUP}/(${Object.values(BENCHMARKS).join("|")})$`;
  return cargo(
    [
      ...["bench", "--package=validator-wasm", "--bench=rules", `--profile=${profile}`, "--"],
      ...[`--measurement-time=${seconds}`, "--warm-up-time=0.5", names],
    ],
    { log: "bench-native" },
  ).then(() => {});
}

/** @param {string} benchmark */
function readThroughput(benchmark) {
  const folder = path.join(TARGET_DIR, "criterion", GROUP, benchmark, "new");
  /** @param {string} file */
  const read = (file) => JSON.parse(readFileSync(path.join(folder, `${file}.json`), "utf8"));
  const bytes = read("benchmark").throughput.Bytes;
  return bytes / 2 ** 20 / (read("estimates").median.point_estimate / 1e9);
}
