/** `validator-wasm/pkg`: the rules as WebAssembly, as an npm package for the app's bundler. */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { run } from "../command.ts";
import { step } from "../progress.ts";
import { ROOT } from "../settings.ts";
import { setUpCargoTools } from "../setup/cargo-tools.ts";
import { setUpWasmTarget } from "../setup/wasm-target.ts";
import { WASM_TARGET_DIR } from "./cargo.ts";
import { whenChanged } from "./up-to-date.ts";

const WASM_FILE = "validator_wasm_bg.wasm";
const GLUE_FILE = "validator_wasm_bg.js";

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
    const tools = await setUpCargoTools();
    const folders = [...tools, toolchain.env.PATH ?? process.env.PATH];
    const env = { ...toolchain.env, PATH: folders.join(path.delimiter) };
    size = await step("wasm package", () => build(env, toolchain.args));
  });
  return unchanged ?? size;
}

async function build(env: NodeJS.ProcessEnv, cargoArgs: string[]) {
  rmSync(MADE, { recursive: true, force: true });
  // It need not look for the target, which may be compiled with the crate.
  const options = ["--target=bundler", "--profile=browser", "--mode=force", `--out-dir=${MADE}`];
  await run("wasm-pack", ["build", "validator-wasm", ...options, "--", ...cargoArgs], {
    log: "wasm-pack",
    env: { CARGO_TARGET_DIR: WASM_TARGET_DIR, ...env },
  });
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
