/**
 * A Rust toolchain that compiles to `wasm32-unknown-unknown`. rustup installs the target. If
 * rustup's host cannot be reached, Debian's packages have a compiler and the source of the standard
 * library, which is compiled with the crate.
 */
import { existsSync, readdirSync } from "node:fs";
import { attempt, run } from "../command.ts";
import { UserError } from "../process-lifecycle.ts";
import { step } from "../progress.ts";
import { canInstallPackages, installPackages } from "./debian.ts";
import { findCommand } from "./find-command.ts";

/** The target's name. */
export const WASM_TARGET = "wasm32-unknown-unknown";

/** The environment and the arguments of `cargo build` for the target. */
interface WasmToolchain {
  env: NodeJS.ProcessEnv;
  args: string[];
}

const INSTALLED: WasmToolchain = { env: {}, args: [] };

/** Debian's Rust for building its browsers, which is recent. */
const DEBIAN_PACKAGES = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm"];
const DEBIAN: WasmToolchain = {
  // A stable compiler accepts `-Z` only with RUSTC_BOOTSTRAP.
  env: { PATH: `/usr/bin:${process.env.PATH}`, RUSTC_BOOTSTRAP: "1" },
  args: ["-Zbuild-std=std,panic_abort"],
};

/** The timeout of rustup if Debian's packages can be installed: rustup hangs if it cannot reach its host. */
const RUSTUP_LIMIT_MS = 45_000;

/** Returns a toolchain for the target, and installs it if it is missing. */
export async function setUpWasmTarget(): Promise<WasmToolchain> {
  if (await hasTarget()) return INSTALLED;
  const query = ["--show", ...DEBIAN_PACKAGES];
  if (await attempt("dpkg-query", query, { log: "wasm-target-dpkg" })) return DEBIAN;

  return step("wasm target", async () => {
    if (findCommand("rustup")) {
      const timeout = canInstallPackages() ? RUSTUP_LIMIT_MS : undefined;
      await attempt("rustup", ["target", "add", WASM_TARGET], { log: "wasm-target-add", timeout });
      if (await hasTarget()) return INSTALLED;
    }
    const byHand = `run \`rustup target add ${WASM_TARGET}\` where rustup can download`;
    if (!canInstallPackages()) {
      throw new UserError(
        `Rust's target ${WASM_TARGET} is missing and could not be downloaded: ${byHand}, or run this command as root on Debian, which has packages for it.`,
      );
    }
    const depends = ["depends", "rust-web-llvm"];
    const packages = await attempt("apt-cache", depends, { log: "wasm-target-llvm" });
    const llvm = /llvm-(\d+)/.exec(packages ?? "")?.[1];
    if (!llvm) {
      throw new UserError(`This Debian has no current Rust (package rustc-web): ${byHand}.`);
    }
    // The target needs LLVM's linker.
    await installPackages([...DEBIAN_PACKAGES, `lld-${llvm}`]);
    return DEBIAN;
  });
}

/** Returns whether the compiler in PATH has the standard library for the target. */
async function hasTarget() {
  const args = ["--print=target-libdir", `--target=${WASM_TARGET}`];
  const folder = (await run("rustc", args, { log: "wasm-target" })).trim();
  return existsSync(folder) && readdirSync(folder).some((file) => file.startsWith("libstd-"));
}
