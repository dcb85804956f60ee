/** The crates that browsers run. Each is built as an npm package, `pkg`, for the site's or the desk's bundler. */
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

/** Each crate's inputs, besides its manifest and source. */
const MADE_OF = {
  "validator-wasm": ["company.json", "validator-wasm/build.rs", "validator-wasm/rules"],
  "lead-log": ["company.json", "lead-log/build.rs"],
};

type Crate = keyof typeof MADE_OF;

/** The crates that browsers run. */
export const WASM_CRATES = Object.keys(MADE_OF) as Crate[];

/** Builds the packages whose inputs changed. Returns their sizes, or "unchanged". */
export async function buildWasmPackages() {
  const sizes: string[] = [];
  for (const crate of WASM_CRATES) {
    const size = await buildWasmPackage(crate);
    if (size !== "unchanged") sizes.push(size);
  }
  return sizes.join(", ") || "unchanged";
}

/** Builds a crate's package if its inputs changed. Returns its size, or "unchanged". */
export async function buildWasmPackage(crate: Crate) {
  const inputs = {
    files: [
      ...["Cargo.toml", "Cargo.lock", `${crate}/Cargo.toml`, `${crate}/src`, ...MADE_OF[crate]],
      ...["scripts/build/wasm-package.ts", "scripts/setup/cargo-tools.ts"],
      "node_modules/binaryen/package.json",
    ],
  };
  const library = crate.replaceAll("-", "_");
  return whenChanged(crate, inputs, `${crate}/pkg/${library}_bg.wasm`, async () => {
    const toolchain = await setUpWasmTarget();
    const tools = await setUpCargoTools();
    const folders = [...tools.map(path.dirname), toolchain.env.PATH ?? process.env.PATH];
    const env = { ...toolchain.env, PATH: folders.join(path.delimiter) };
    return step(crate, () => build(crate, library, env, toolchain.args));
  });
}

async function build(crate: Crate, library: string, env: NodeJS.ProcessEnv, cargoArgs: string[]) {
  const made = path.join(WASM_TARGET_DIR, "pkg", crate);
  rmSync(made, { recursive: true, force: true });
  // wasm-pack must not look for the target, which may be compiled with the crate.
  const options = ["--target=bundler", "--profile=browser", "--mode=force", `--out-dir=${made}`];
  await run("wasm-pack", ["build", crate, ...options, "--", ...cargoArgs], {
    log: `wasm-pack-${crate}`,
    env: { CARGO_TARGET_DIR: WASM_TARGET_DIR, ...env },
  });
  const wasm = path.join(made, `${library}_bg.wasm`);
  const strip = ["--strip-producers", "--strip-target-features"];
  await run("wasm-opt", ["-O3", "--converge", ...strip, wasm, "-o", wasm], {
    log: `wasm-opt-${crate}`,
  });
  if (crate === "validator-wasm") writeForm(made, library);
  // Copied at once, because a dev server watches the package.
  cpSync(made, path.join(ROOT, crate, "pkg"), { recursive: true });
  return `${compressedSize(wasm)} + ${compressedSize(path.join(made, `${library}_bg.js`))} KB brotli`;
}

/** Writes the form's constants into a file, because the page shows the form before the rules are loaded. */
function writeForm(made: string, library: string) {
  const parts = readFileSync(path.join(made, `${library}.d.ts`), "utf8")
    .matchAll(/^export interface FormJson (.+)$/gm)
    .map(([, json]) => JSON.parse(json));
  writeFileSync(path.join(made, "form.json"), JSON.stringify(Object.assign({}, ...parts)));
}

function compressedSize(file: string) {
  return (brotliCompressSync(readFileSync(file)).length / 1000).toFixed(1);
}
