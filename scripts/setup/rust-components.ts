/** rustfmt and clippy. rustup's minimal profile (the Rust project's container has it) does not include them. */
import { attempt, run } from "../command.ts";
import { UserError } from "../process-lifecycle.ts";
import { findCommand } from "./find-command.ts";

/** Sets up `cargo fmt` and `cargo clippy`. */
export async function setUpRustComponents() {
  const has = (command: string) =>
    attempt("cargo", [command, "--version"], { log: `rust-components-${command}` });
  if ((await has("fmt")) && (await has("clippy"))) return;
  if (!findCommand("rustup")) {
    throw new UserError("rustfmt or clippy is missing: install them beside cargo.");
  }
  await run("rustup", ["component", "add", "rustfmt", "clippy"], { log: "rust-components" });
}
