/** The tools that cargo installs. wasm-bindgen has the version that the workspace links. */
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

/** Without optimization: the tools run for about a second, and compile in less than half the time. */
const QUICK_PROFILE = {
  CARGO_PROFILE_RELEASE_LTO: "off",
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "0",
  CARGO_PROFILE_RELEASE_STRIP: "debuginfo",
};

/** Sets up wasm-pack and wasm-bindgen. Returns the paths of their programs. */
export async function setUpCargoTools() {
  const cargoToml = readFileSync(path.join(ROOT, "Cargo.toml"), "utf8");
  const wasmBindgen = /^wasm-bindgen = .*?"=(\d+\.\d+\.\d+)"/m.exec(cargoToml)?.[1];
  if (!wasmBindgen) {
    throw new UserError('Cargo.toml does not pin wasm-bindgen ("=major.minor.patch").');
  }
  return [
    await setUpTool("wasm-pack", WASM_PACK_VERSION),
    await setUpTool("wasm-bindgen-cli", wasmBindgen, {
      command: "wasm-bindgen",
      // Without TLS, which only the test runner needs: it is a sixth of the compilation.
      args: ["--no-default-features"],
    }),
  ];
}

/** Sets up diesel-guard, which generates bindings to Postgres's parser with libclang. Returns its path. */
export function setUpDieselGuard() {
  return setUpTool("diesel-guard", DIESEL_GUARD_VERSION, {
    prepare: async () => {
      if (canInstallPackages()) await step("libclang", () => installPackages(["libclang-dev"]));
    },
  });
}

interface ToolOptions {
  /** the program's name, if it differs from the crate's */
  command?: string;
  args?: string[];
  /** installs the dependencies of the crate's build */
  prepare?: () => Promise<unknown>;
}

/** Installs a crate's program into the cache, unless it is there. Returns its path. */
export async function setUpTool(
  crate: string,
  version: string,
  { command = crate, args = [], prepare }: ToolOptions = {},
) {
  const home = path.join(TOOL_CACHE, `${crate}-${version}`);
  const program = path.join(home, "bin", command);
  // cargo puts the program there when it is complete.
  if (existsSync(program)) return program;

  await prepare?.();
  if (await installPrebuilt(crate, version, path.dirname(program))) return program;
  const target = path.join(home, "target");
  const what = [crate, `--version=${version}`, `--bin=${command}`, ...args];
  const install = ["install", ...what, `--root=${home}`];
  const options = { log: `install-${crate}`, env: { ...QUICK_PROFILE, CARGO_TARGET_DIR: target } };
  await step(`${command} ${version}`, async () => {
    try {
      await run("cargo", [...install, "--locked"], options);
    } catch (error) {
      // A registry mirror may lack a version in the crate's lock file.
      const output = error instanceof CommandFailure ? error.output : "";
      if (!/failed to select a version/.test(output)) throw error;
      await run("cargo", install, options);
    }
  });
  rmSync(target, { recursive: true, force: true });
  return program;
}
