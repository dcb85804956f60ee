/** `validator-wasm/pkg`: the rules as WebAssembly, as an npm package for the app's bundler. */
import { cpSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { run } from "../command.mjs";
import { step } from "../progress.mjs";
import { ROOT } from "../settings.mjs";
import { setUpCargoTools } from "../setup/cargo-tools.mjs";
import { setUpWasmTarget } from "../setup/wasm-target.mjs";
import { WASM_TARGET_DIR } from "./cargo.mjs";
import { whenChanged } from "./up-to-date.mjs";

const WASM_FILE = "validator_wasm_bg.wasm";
const GLUE_FILE = "validator_wasm_bg.js";

/**
 * What rustc 1.95 uses on this target and every browser of the last years knows. They are named
 * one by one: `--all-features` makes a file that browsers and Node refuse.
 */
const WASM_FEATURES = [
  "bulk-memory",
  "multivalue",
  "mutable-globals",
  "nontrapping-float-to-int",
  "reference-types",
  "sign-ext",
];

const INPUTS = {
  files: [
    "Cargo.toml",
    "Cargo.lock",
    "validator-wasm/Cargo.toml",
    "validator-wasm/build.rs",
    "validator-wasm/rules",
    "validator-wasm/src",
    "company.json",
    "scripts/build/wasm-package.mjs",
    "scripts/setup/cargo-tools.mjs",
    "node_modules/binaryen/package.json",
  ],
};

/** Where the package is made. */
const MADE = path.join(WASM_TARGET_DIR, "pkg");

/** Builds the package if what it is made of changed. Answers its size, or "unchanged". */
export async function buildWasmPackage() {
  const output = path.join("validator-wasm", "pkg", WASM_FILE);
  let size = "";
  const unchanged = await whenChanged("wasm-package", INPUTS, output, async () => {
    const toolchain = await setUpWasmTarget();
    const tools = await setUpCargoTools();
    size = await step("wasm package", () => build(toolchain, tools));
  });
  return unchanged ?? size;
}

/**
 * @param {NodeJS.ProcessEnv} toolchain
 * @param {string[]} tools
 */
async function build(toolchain, tools) {
  const env = {
    CARGO_TARGET_DIR: WASM_TARGET_DIR,
    ...toolchain,
    PATH: [...tools, toolchain.PATH ?? process.env.PATH].join(path.delimiter),
  };
  rmSync(MADE, { recursive: true, force: true });
  await run(
    "wasm-pack",
    [
      ...["build", "validator-wasm", "--target=bundler", "--profile=browser"],
      ...["--mode=no-install", `--out-dir=${MADE}`],
    ],
    { log: "wasm-pack", env },
  );
  const wasm = path.join(MADE, WASM_FILE);
  const features = WASM_FEATURES.map((feature) => `--enable-${feature}`);
  await run("wasm-opt", ["-Oz", ...features, wasm, "-o", wasm], { log: "wasm-opt" });
  // Copied over what is there in one go: a dev server that watches the package never meets half.
  cpSync(MADE, path.join(ROOT, "validator-wasm", "pkg"), { recursive: true });
  return `${compressedSize(wasm)} + ${compressedSize(path.join(MADE, GLUE_FILE))} KB brotli`;
}

/**
 * What a visitor downloads of a file, in KB.
 *
 * @param {string} file
 */
function compressedSize(file) {
  return (brotliCompressSync(readFileSync(file)).length / 1000).toFixed(1);
}
