/** rustfmt and clippy. rustup's minimal profile, as in the Rust project's own container, is without them. */
import { CommandFailure, run } from "../command.ts";
import { UserError } from "../process-lifecycle.ts";
import { findCommand } from "./find-command.ts";

/** Sees to it that `cargo fmt` and `cargo clippy` are there. */
export async function setUpRustComponents() {
  try {
    for (const command of ["fmt", "clippy"]) {
      await run("cargo", [command, "--version"], { log: `rust-components-${command}` });
    }
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    if (!findCommand("rustup")) {
      throw new UserError("rustfmt or clippy is missing: install them beside cargo.");
    }
    await run("rustup", ["component", "add", "rustfmt", "clippy"], { log: "rust-components" });
  }
}
