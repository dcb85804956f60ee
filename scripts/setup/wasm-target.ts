/**
 * A Rust toolchain that compiles to `wasm32-unknown-unknown`. rustup brings the target; where its
 * host is out of reach, Debian's packages bring a compiler with the standard library's source, which
 * is compiled with the crate.
 */
import { existsSync, readdirSync } from "node:fs";
import { attempt, run } from "../command.ts";
import { UserError } from "../process-lifecycle.ts";
import { step } from "../progress.ts";
import { canInstallPackages, installPackages } from "./debian.ts";
import { findCommand } from "./find-command.ts";

/** The target's name. */
export const WASM_TARGET = "wasm32-unknown-unknown";

/** What a build for the target needs: additions to the environment, and arguments of `cargo build`. */
interface WasmToolchain {
  env: NodeJS.ProcessEnv;
  args: string[];
}

const INSTALLED: WasmToolchain = { env: {}, args: [] };

/** Debian's own Rust, which it keeps current for its browsers. */
const DEBIAN_PACKAGES = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm"];
const DEBIAN: WasmToolchain = {
  // A stable compiler takes `-Z` only so.
  env: { PATH: `/usr/bin:${process.env.PATH}`, RUSTC_BOOTSTRAP: "1" },
  args: ["-Zbuild-std=std,panic_abort"],
};

/**
 * How long rustup may take where there is another way: it does not fail when its host is out of
 * reach, it hangs.
 */
const RUSTUP_LIMIT_MS = 45_000;

/** A toolchain for the target, which is installed if need be. */
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
    // The linker is LLVM's.
    await installPackages([...DEBIAN_PACKAGES, `lld-${llvm}`]);
    return DEBIAN;
  });
}

/** Whether the compiler in PATH has the standard library for the target. */
async function hasTarget() {
  const args = ["--print=target-libdir", `--target=${WASM_TARGET}`];
  const folder = (await run("rustc", args, { log: "wasm-target" })).trim();
  return existsSync(folder) && readdirSync(folder).some((file) => file.startsWith("libstd-"));
}
