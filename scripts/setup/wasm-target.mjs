/**
 * A Rust toolchain that compiles to `wasm32-unknown-unknown`. rustup brings the target; where its
 * host is out of reach, Debian's packages bring a compiler with the standard library's source,
 * from which the target is built.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { CommandFailure, findCommand, run } from "../command.mjs";
import { atEnd, UserError } from "../process-lifecycle.mjs";
import { step } from "../progress.mjs";
import { canInstallPackages, installPackages } from "./debian.mjs";

/** The target's name. */
export const WASM_TARGET = "wasm32-unknown-unknown";

/** The name under which rustup knows Debian's compiler. */
const DEBIAN_TOOLCHAIN = "debian";

/**
 * How long rustup may take where there is another way, in milliseconds: it does not fail when
 * its host is out of reach, it hangs.
 */
const RUSTUP_LIMIT = 45_000;

/**
 * What to add to the environment of a cargo that compiles to WebAssembly. The target is
 * installed if need be.
 *
 * @returns {Promise<Record<string, string>>}
 */
export async function setUpWasmTarget() {
  const debian = { RUSTUP_TOOLCHAIN: DEBIAN_TOOLCHAIN };
  if (await compiles({})) return {};
  if (findCommand("rustup") && (await compiles(debian))) return debian;

  return step("wasm target", async () => {
    if (findCommand("rustup")) {
      try {
        await run("rustup", ["target", "add", WASM_TARGET], {
          log: "rustup-target",
          timeLimit: canInstallPackages() ? RUSTUP_LIMIT : undefined,
        });
        if (await compiles({})) return {};
      } catch (error) {
        if (!(error instanceof CommandFailure)) throw error;
      }
    }
    if (!canInstallPackages()) {
      throw new UserError(
        `Rust's target ${WASM_TARGET} is missing and could not be downloaded: run \`rustup target add ${WASM_TARGET}\` where rustup can download, or run this command as root on Debian, which has packages for it.`,
      );
    }
    await installPackages(await debianPackages());
    await buildStandardLibrary();
    if (findCommand("rustup")) {
      await run("rustup", ["toolchain", "link", DEBIAN_TOOLCHAIN, "/usr"], { log: "rustup-link" });
    }
    const environment = findCommand("rustup") ? debian : {};
    if (!(await compiles(environment))) {
      throw new UserError(
        `Debian's Rust does not compile to ${WASM_TARGET}: run \`rustup target add ${WASM_TARGET}\` where rustup can download.`,
      );
    }
    return environment;
  });
}

/**
 * Whether a toolchain compiles and links for the target, found out by doing it: an installed
 * target may belong to another version of the compiler.
 *
 * @param {Record<string, string>} environment
 */
async function compiles(environment) {
  const folder = mkdtempSync(path.join(tmpdir(), "canopy-brothers-probe-"));
  const source = path.join(folder, "probe.rs");
  writeFileSync(source, "#[unsafe(no_mangle)]\npub fn probe() -> usize { vec![0_u8].len() }\n");
  try {
    await run(
      "rustc",
      [
        "--edition=2024",
        "--target",
        WASM_TARGET,
        "--crate-type=cdylib",
        "--out-dir",
        folder,
        source,
      ],
      { log: "wasm-probe", env: { ...process.env, ...environment } },
    );
    return true;
  } catch (error) {
    if (error instanceof CommandFailure) return false;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Debian's packages of the Rust that it keeps current for its browsers, with its linker. */
async function debianPackages() {
  const depends = await run("apt-cache", ["depends", "rust-web-llvm"], { log: "apt-cache" }).catch(
    () => "",
  );
  const llvm = /llvm-(\d+)/.exec(depends)?.[1];
  if (!llvm) {
    throw new UserError(
      `This Debian has no current Rust (package rustc-web): run \`rustup target add ${WASM_TARGET}\` where rustup can download.`,
    );
  }
  return ["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm", `lld-${llvm}`];
}

/**
 * Compiles the standard library for the target and puts it where Debian's rustc looks for it. An
 * empty crate is built with `-Zbuild-std`, whose by-products are the library's own files.
 */
async function buildStandardLibrary() {
  const crate = mkdtempSync(path.join(tmpdir(), "canopy-brothers-std-"));
  const remove = () => rmSync(crate, { recursive: true, force: true });
  const release = atEnd(remove);
  mkdirSync(path.join(crate, "src"));
  writeFileSync(path.join(crate, "src", "lib.rs"), "");
  writeFileSync(
    path.join(crate, "Cargo.toml"),
    '[package]\nname = "standard-library"\nedition = "2021"\n\n[workspace]\n',
  );
  await run(
    "/usr/bin/cargo",
    ["build", "--release", "-Zbuild-std=std,panic_abort", "--target", WASM_TARGET],
    {
      log: "wasm-standard-library",
      cwd: crate,
      env: {
        ...process.env,
        RUSTC_BOOTSTRAP: "1",
        RUSTC: "/usr/bin/rustc",
        CARGO_TARGET_DIR: path.join(crate, "target"),
      },
    },
  );
  const built = path.join(crate, "target", WASM_TARGET, "release", "deps");
  const installed = `/usr/lib/rustlib/${WASM_TARGET}/lib`;
  rmSync(installed, { recursive: true, force: true });
  mkdirSync(installed, { recursive: true });
  for (const file of readdirSync(built)) {
    if (file.endsWith(".rlib") && !file.includes("standard_library")) {
      copyFileSync(path.join(built, file), path.join(installed, file));
    }
  }
  release();
  remove();
}
