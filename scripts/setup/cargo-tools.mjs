/**
 * The tools that cargo installs: wasm-pack, the wasm-bindgen command in the very version that the
 * workspace links, and what other modules ask for.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { CommandFailure, run } from "../command.mjs";
import { UserError } from "../process-lifecycle.mjs";
import { step } from "../progress.mjs";
import { CARGO_TOML } from "./rust.mjs";
import { TOOL_CACHE } from "./tool-cache.mjs";

const WASM_PACK_VERSION = "0.15.1";

/**
 * The tools run for a second at a time: not optimised, each is compiled in less than half of the
 * minute and a half that it would take.
 */
const QUICK_PROFILE = {
  CARGO_PROFILE_RELEASE_LTO: "off",
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "0",
  CARGO_PROFILE_RELEASE_STRIP: "debuginfo",
};

/** @returns {Promise<string[]>} the folders in which wasm-pack and wasm-bindgen lie */
export async function setUpCargoTools() {
  return [
    await setUpTool("wasm-pack", "wasm-pack", WASM_PACK_VERSION),
    await setUpTool("wasm-bindgen", "wasm-bindgen-cli", wasmBindgenVersion()),
  ];
}

/** The version of wasm-bindgen that the workspace pins. */
function wasmBindgenVersion() {
  const version = /^wasm-bindgen = .*?"=(\d+\.\d+\.\d+)"/m.exec(CARGO_TOML)?.[1];
  if (!version) throw new UserError('Cargo.toml does not pin wasm-bindgen ("=major.minor.patch").');
  return version;
}

/**
 * Installs a crate's command into the cache, unless it is there.
 *
 * @param {string} command
 * @param {string} crate
 * @param {string} version
 * @returns {Promise<string>} the folder in which it lies
 */
export async function setUpTool(command, crate, version) {
  const home = path.join(TOOL_CACHE, `${crate}-${version}`);
  const bin = path.join(home, "bin");
  if (existsSync(path.join(bin, command))) return bin;

  await step(`${command} ${version}`, async () => {
    mkdirSync(TOOL_CACHE, { recursive: true });
    const unfinished = `${home}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    const install = ["install", crate, "--version", version, "--root", unfinished];
    const options = {
      log: `install-${crate}`,
      env: { ...process.env, ...QUICK_PROFILE, CARGO_TARGET_DIR: path.join(unfinished, "target") },
    };
    try {
      await run("cargo", [...install, "--locked"], options);
    } catch (error) {
      // The crate's own lock file may name a version that a registry mirror does not hold (yet).
      if (!(error instanceof CommandFailure) || !/failed to select a version/.test(error.output)) {
        throw error;
      }
      await run("cargo", install, options);
    }
    rmSync(path.join(unfinished, "target"), { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true });
    renameSync(unfinished, home);
  });
  return bin;
}
