/**
 * The tools that cargo installs: wasm-pack, the wasm-bindgen command in the very version that the
 * workspace links, and what other modules ask for.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { CommandFailure, run } from "../command.ts";
import { UserError } from "../process-lifecycle.ts";
import { step } from "../progress.ts";
import { ROOT } from "../settings.ts";
import { canInstallPackages, installPackages } from "./debian.ts";
import { installPrebuilt } from "./prebuilt.ts";
import { TOOL_CACHE } from "./tool-cache.mjs";

const WASM_PACK_VERSION = "0.15.0";

const DIESEL_GUARD_VERSION = "0.12.0";

/**
 * The tools run for a second at a time: not optimised, each is compiled in less than half of the
 * minute and a half that it would take.
 */
const QUICK_PROFILE = {
  CARGO_PROFILE_RELEASE_LTO: "off",
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "0",
  CARGO_PROFILE_RELEASE_STRIP: "debuginfo",
};

/** Sets up wasm-pack and wasm-bindgen. Returns their folders. */
export async function setUpCargoTools() {
  const cargoToml = readFileSync(path.join(ROOT, "Cargo.toml"), "utf8");
  const wasmBindgen = /^wasm-bindgen = .*?"=(\d+\.\d+\.\d+)"/m.exec(cargoToml)?.[1];
  if (!wasmBindgen) {
    throw new UserError('Cargo.toml does not pin wasm-bindgen ("=major.minor.patch").');
  }
  return [
    await setUpTool("wasm-pack", "wasm-pack", WASM_PACK_VERSION),
    // Without TLS, which only its test runner has a use for: a sixth of what it costs to compile.
    await setUpTool("wasm-bindgen", "wasm-bindgen-cli", wasmBindgen, {
      args: ["--no-default-features"],
    }),
  ];
}

/**
 * Sets up diesel-guard, which brings Postgres's parser in C and makes its bindings by libclang. Returns
 * the path of its program.
 */
export async function setUpDieselGuard() {
  const path = await setUpTool("diesel-guard", "diesel-guard", DIESEL_GUARD_VERSION, {
    prepare: async () => {
      if (canInstallPackages()) await step("libclang", () => installPackages(["libclang-dev"]));
    },
  });
  return `${path}/diesel-guard`;
}

/**
 * Installs a crate's command into the cache, unless it is there. Returns its folder.
 *
 * @param options `args` of `cargo install`; `prepare` brings what its build needs
 */
export async function setUpTool(
  command: string,
  crate: string,
  version: string,
  { args = [], prepare }: { args?: string[]; prepare?: () => Promise<unknown> } = {},
) {
  const home = path.join(TOOL_CACHE, `${crate}-${version}`);
  const bin = path.join(home, "bin");
  // cargo puts it there when it is complete.
  if (existsSync(path.join(bin, command))) return bin;

  await prepare?.();
  if (await installPrebuilt(crate, version, bin)) return bin;
  const target = path.join(home, "target");
  const what = [crate, `--version=${version}`, `--bin=${command}`, ...args];
  const install = ["install", ...what, `--root=${home}`];
  const options = { log: `install-${crate}`, env: { ...QUICK_PROFILE, CARGO_TARGET_DIR: target } };
  await step(`${command} ${version}`, async () => {
    try {
      await run("cargo", [...install, "--locked"], options);
    } catch (error) {
      // The crate's own lock file may name a version that a registry mirror does not hold (yet).
      const output = error instanceof CommandFailure ? error.output : "";
      if (!/failed to select a version/.test(output)) throw error;
      await run("cargo", install, options);
    }
  });
  rmSync(target, { recursive: true, force: true });
  return bin;
}
