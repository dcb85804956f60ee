/**
 * The tools that cargo installs: the wasm-bindgen command in the very version that the workspace links, and
 * what other modules ask for.
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

/** Sets up the wasm-bindgen command, of the workspace's own member. Answers its path. */
export async function setUpWasmBindgen() {
  const cargoToml = readFileSync(path.join(ROOT, "Cargo.toml"), "utf8");
  const version = /^wasm-bindgen = .*?"=(\d+\.\d+\.\d+)"/m.exec(cargoToml)?.[1];
  if (!version) {
    throw new UserError('Cargo.toml does not pin wasm-bindgen ("=major.minor.patch").');
  }
  const source = ["--path=wasm-bindings"];
  return `${await setUpTool("wasm-bindgen", "wasm-bindgen-cli", version, { source })}/wasm-bindgen`;
}

/**
 * Sets up diesel-guard, which brings Postgres's parser in C and makes its bindings by libclang. Answers
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
 * Installs a crate's command into the cache, unless it is there. Answers the folder in which it lies.
 *
 * @param options `source` is what `cargo install` takes in the place of the crate; `prepare` brings what its
 *   build needs
 */
export async function setUpTool(
  command: string,
  crate: string,
  version: string,
  {
    source = [crate, `--version=${version}`],
    prepare,
  }: { source?: string[]; prepare?: () => Promise<unknown> } = {},
) {
  const home = path.join(TOOL_CACHE, `${crate}-${version}`);
  const bin = path.join(home, "bin");
  // cargo puts it there when it is complete.
  if (existsSync(path.join(bin, command))) return bin;

  await prepare?.();
  if (await installPrebuilt(crate, version, bin)) return bin;
  const target = path.join(home, "target");
  const install = ["install", ...source, `--bin=${command}`, `--root=${home}`];
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
