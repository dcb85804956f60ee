/** The Rust compiler and the C compiler that links for it. They are asked for, not installed. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { UserError } from "../process-lifecycle.mjs";
import { ROOT } from "../settings.mjs";
import { findCommand } from "./find-command.mjs";

/** The workspace's `Cargo.toml`, in which versions that scripts need are read. */
export const CARGO_TOML = readFileSync(path.join(ROOT, "Cargo.toml"), "utf8");

/** Sees to it that there is a compiler, and that it is new enough. */
export function requireRust() {
  const wanted = /^rust-version = "(.*)"/m.exec(CARGO_TOML)?.[1] ?? "";
  if (!findCommand("cargo")) {
    throw new UserError(
      `Rust is missing (no cargo in PATH): install Rust ${wanted} or newer from https://rustup.rs, then run the command again.`,
    );
  }
  if (!findCommand("cc")) {
    throw new UserError(
      "A C compiler is missing (no cc in PATH): install one, on Debian with `apt-get install build-essential`, then run the command again.",
    );
  }
  const { stdout, stderr } = spawnSync("cargo", ["--version"], { cwd: ROOT, encoding: "utf8" });
  const found = /^cargo ([\d.]+)/m.exec(stdout)?.[1];
  if (!found) throw new UserError(`\`cargo --version\` failed:\n\n${stderr.trim()}`);
  if (found.localeCompare(wanted, "en", { numeric: true }) < 0) {
    throw new UserError(
      `Rust ${wanted} or newer is needed, this is ${found}: run \`rustup update stable\`, then the command again.`,
    );
  }
}
