/** The Rust compiler and the C compiler that links for it. They are asked for, not installed. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { findCommand, run } from "../command.mjs";
import { UserError } from "../process-lifecycle.mjs";
import { ROOT } from "../settings.mjs";

/** The workspace's `Cargo.toml`, in which versions that scripts need are read. */
export const CARGO_TOML = readFileSync(path.join(ROOT, "Cargo.toml"), "utf8");

/** Sees to it that there is a compiler, and that it is new enough. */
export async function requireRust() {
  const wanted = /^rust-version = "(\d+)\.(\d+)/m.exec(CARGO_TOML)?.slice(1).map(Number) ?? [0, 0];
  if (!findCommand("cargo")) {
    throw new UserError(
      `Rust is missing (no cargo in PATH): install Rust ${wanted.join(".")} or newer from https://rustup.rs, then run the command again.`,
    );
  }
  if (!findCommand("cc")) {
    throw new UserError(
      "A C compiler is missing (no cc in PATH): install one, on Debian with `apt-get install build-essential`, then run the command again.",
    );
  }
  const said = await run("cargo", ["--version"], { log: "cargo-version" });
  const found = /^cargo (\d+)\.(\d+)/m.exec(said)?.slice(1).map(Number) ?? [0, 0];
  if (found[0] < wanted[0] || (found[0] === wanted[0] && found[1] < wanted[1])) {
    throw new UserError(
      `Rust ${wanted.join(".")} or newer is needed, this is ${found.join(".")}: run \`rustup update stable\`, then the command again.`,
    );
  }
}
