/** `validator-wasm/pkg`: the rules as WebAssembly, as an npm package for the app's bundler. */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { run } from "../command.ts";
import { step } from "../progress.ts";
import { ROOT } from "../settings.ts";
import { setUpWasmBindgen } from "../setup/cargo-tools.ts";
import { setUpWasmTarget, WASM_TARGET, type WasmToolchain } from "../setup/wasm-target.ts";
import { cargo, WASM_TARGET_DIR } from "./cargo.ts";
import { whenChanged } from "./up-to-date.ts";

const WASM_FILE = "validator_wasm_bg.wasm";
const GLUE_FILE = "validator_wasm_bg.js";

/** The manifest. Importing these files has an effect: the module is instantiated. */
const MANIFEST = {
  name: "validator-wasm",
  private: true,
  type: "module",
  main: "validator_wasm.js",
  types: "validator_wasm.d.ts",
  sideEffects: ["./validator_wasm.js", "./snippets/*"],
};

const INPUTS = {
  files: [
    ...["Cargo.toml", "Cargo.lock", "company.json"],
    ...["Cargo.toml", "build.rs", "rules", "src"].map((part) => `validator-wasm/${part}`),
    ...["scripts/build/wasm-package.ts", "scripts/setup/cargo-tools.ts"],
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
    const wasmBindgen = await setUpWasmBindgen();
    size = await step("rules", () => build(toolchain, wasmBindgen));
  });
  return unchanged ?? size;
}

async function build(toolchain: WasmToolchain, wasmBindgen: string) {
  const what = ["build", "--package=validator-wasm", "--lib", "--profile=browser"];
  await cargo([...what, `--target=${WASM_TARGET}`, ...toolchain.args], {
    log: "wasm-build",
    env: { CARGO_TARGET_DIR: WASM_TARGET_DIR, ...toolchain.env },
  });
  rmSync(MADE, { recursive: true, force: true });
  const compiled = path.join(WASM_TARGET_DIR, WASM_TARGET, "browser", "validator_wasm.wasm");
  await run(wasmBindgen, [compiled, "--out-dir", MADE], { log: "wasm-bindgen" });
  writeFileSync(path.join(MADE, "package.json"), JSON.stringify(MANIFEST, null, 2));
  const wasm = path.join(MADE, WASM_FILE);
  const strip = ["--strip-producers", "--strip-target-features"];
  await run("wasm-opt", ["-O3", "--converge", ...strip, wasm, "-o", wasm], { log: "wasm-opt" });
  // The types hold what the page shows of the form: it is not to wait for the rules to show it.
  const types = readFileSync(path.join(MADE, "validator_wasm.d.ts"), "utf8");
  const form = types
    .matchAll(/^export type Form(\w+) = (.+);$/gm)
    .map(([, name, json]) => [name.toLowerCase(), JSON.parse(json)]);
  writeFileSync(path.join(MADE, "form.json"), JSON.stringify(Object.fromEntries(form)));
  // Copied over what is there in one go: a dev server that watches the package never meets half.
  cpSync(MADE, path.join(ROOT, "validator-wasm", "pkg"), { recursive: true });
  return `${compressedSize(wasm)} + ${compressedSize(path.join(MADE, GLUE_FILE))} KB brotli`;
}

/** What a visitor downloads of a file, in KB. */
function compressedSize(file: string) {
  return (brotliCompressSync(readFileSync(file)).length / 1000).toFixed(1);
}
