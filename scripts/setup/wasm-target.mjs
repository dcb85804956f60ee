/**
 * A Rust toolchain that compiles to `wasm32-unknown-unknown`. rustup brings the target; where its
 * host is out of reach, Debian's packages bring a compiler with the standard library's source,
 * from which the target is built into the cache.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { CommandFailure, run } from "../command.mjs";
import { UserError } from "../process-lifecycle.mjs";
import { step } from "../progress.mjs";
import { canInstallPackages, installPackages } from "./debian.mjs";
import { findCommand } from "./find-command.mjs";
import { TOOL_CACHE } from "./tool-cache.mjs";

/** The target's name. */
export const WASM_TARGET = "wasm32-unknown-unknown";

/** Debian's own Rust, which it keeps current for its browsers. */
const DEBIAN_SYSROOT = "/usr";

/**
 * How long rustup may take where there is another way: it does not fail when its host is out of
 * reach, it hangs.
 */
const RUSTUP_LIMIT_MS = 45_000;

/**
 * What to add to the environment of a cargo that compiles to WebAssembly. The target is
 * installed if need be.
 *
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function setUpWasmTarget() {
  if (await hasTarget({})) return {};
  const debian = await findDebianToolchain();
  if (debian) return debian;

  return step("wasm target", async () => {
    if (findCommand("rustup")) {
      const timeout = canInstallPackages() ? RUSTUP_LIMIT_MS : undefined;
      await run("rustup", ["target", "add", WASM_TARGET], { log: "rustup-target", timeout }).catch(
        ignoreFailure,
      );
      if (await hasTarget({})) return {};
    }
    const byHand = `run \`rustup target add ${WASM_TARGET}\` where rustup can download`;
    if (!canInstallPackages()) {
      throw new UserError(
        `Rust's target ${WASM_TARGET} is missing and could not be downloaded: ${byHand}, or run this command as root on Debian, which has packages for it.`,
      );
    }
    const depends = await run("apt-cache", ["depends", "rust-web-llvm"], {
      log: "apt-cache",
    }).catch(ignoreFailure);
    const llvm = /llvm-(\d+)/.exec(depends ?? "")?.[1];
    if (!llvm) {
      throw new UserError(`This Debian has no current Rust (package rustc-web): ${byHand}.`);
    }
    // The linker is LLVM's.
    const linker = `lld-${llvm}`;
    await installPackages(["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm", linker]);
    const folder = await toolchainFolder();
    await buildToolchain(folder);
    return environmentOf(folder);
  });
}

/** @param {unknown} error */
function ignoreFailure(error) {
  if (!(error instanceof CommandFailure)) throw error;
  return undefined;
}

/**
 * Whether a toolchain has the standard library for the target.
 *
 * @param {NodeJS.ProcessEnv} env
 */
async function hasTarget(env) {
  const args = ["--print=target-libdir", `--target=${WASM_TARGET}`];
  const folder = (await run("rustc", args, { log: "wasm-target", env })).trim();
  return existsSync(folder) && readdirSync(folder).some((file) => file.startsWith("libstd-"));
}

/** The folder in the cache for the version of Debian's Rust that is installed. */
async function toolchainFolder() {
  const said = await run("dpkg-query", ["--show", "rustc-web"], { log: "dpkg-query" });
  return path.join(TOOL_CACHE, said.trim().replace("\t", "-"));
}

/** The environment for the toolchain in the cache, if it is there. */
async function findDebianToolchain() {
  const folder = await toolchainFolder().catch(ignoreFailure);
  return folder && existsSync(folder) ? environmentOf(folder) : undefined;
}

/** @param {string} folder a toolchain's */
function environmentOf(folder) {
  return { PATH: [path.join(folder, "bin"), process.env.PATH].join(path.delimiter) };
}

/**
 * Makes a toolchain of Debian's compiler and a standard library for the target, both in one sysroot:
 * the library is compiled, what Debian has is linked to.
 *
 * @param {string} folder
 */
async function buildToolchain(folder) {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const inSysroot = path.join("lib", "rustlib");
  const library = path.join(unfinished, inSysroot, WASM_TARGET, "lib");
  const crate = path.join(unfinished, "crate");
  for (const made of [library, path.join(unfinished, "bin"), path.join(crate, "src")]) {
    mkdirSync(made, { recursive: true });
  }

  // By-products of an empty crate that is built with `-Zbuild-std` are the library's own files.
  writeFileSync(path.join(crate, "src", "lib.rs"), "");
  writeFileSync(
    path.join(crate, "Cargo.toml"),
    '[package]\nname = "standard-library"\nedition = "2021"\n\n[workspace]\n',
  );
  await run(
    path.join(DEBIAN_SYSROOT, "bin", "cargo"),
    ["build", "--release", "-Zbuild-std=std,panic_abort", `--target=${WASM_TARGET}`],
    {
      log: "wasm-standard-library",
      cwd: crate,
      env: {
        RUSTC_BOOTSTRAP: "1",
        RUSTC: path.join(DEBIAN_SYSROOT, "bin", "rustc"),
        RUSTUP_TOOLCHAIN: undefined,
        CARGO_TARGET_DIR: path.join(crate, "target"),
      },
    },
  );
  const built = path.join(crate, "target", WASM_TARGET, "release", "deps");
  for (const file of readdirSync(built)) {
    if (file.endsWith(".rlib") && !file.includes("standard_library")) {
      copyFileSync(path.join(built, file), path.join(library, file));
    }
  }
  rmSync(crate, { recursive: true });

  const debian = path.join(DEBIAN_SYSROOT, inSysroot);
  for (const entry of readdirSync(debian).filter((entry) => entry !== WASM_TARGET)) {
    symlinkSync(path.join(debian, entry), path.join(unfinished, inSysroot, entry));
  }
  const bin = path.join(unfinished, "bin");
  symlinkSync(path.join(DEBIAN_SYSROOT, "bin", "cargo"), path.join(bin, "cargo"));
  const compiler = `exec ${DEBIAN_SYSROOT}/bin/rustc --sysroot '${folder}' "$@"`;
  writeFileSync(path.join(bin, "rustc"), `#!/bin/sh\n${compiler}\n`, { mode: 0o755 });
  renameSync(unfinished, folder);
}
