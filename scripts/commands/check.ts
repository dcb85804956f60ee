/** `npm run check`: checks format, lints, types, and pictures. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { cargo, development, NO_WARNINGS, WASM_TARGET_DIR } from "../build/cargo.ts";
import { buildWasmPackages, WASM_CRATES } from "../build/wasm-package.ts";
import { run } from "../command.ts";
import { report, UserError } from "../process-lifecycle.ts";
import { sideBySide, step } from "../progress.ts";
import { ROOT, TARGET_DIR } from "../settings.ts";
import { setUpDieselGuard, setUpTool } from "../setup/cargo-tools.ts";
import { setUpRustComponents } from "../setup/rust-components.ts";
import { setUpWasmTarget, WASM_TARGET } from "../setup/wasm-target.ts";

const CARGO_DENY_VERSION = "0.20.2";

const CARGO_MACHETE_VERSION = "0.9.2";

/** A check. If it returns a string, the string is shown beside its name. */
type Check = () => Promise<unknown>;

/** The checks, in two sequences that run at the same time. Every check runs, even after one has failed. */
const SEQUENCES: Record<string, Record<string, Check>> = {
  "rust, tools": {
    "rustfmt and clippy": setUpRustComponents,
    "rust format": command("cargo", "fmt", "--all", "--check"),
    "rust lint": lintRust,
    "unused crates": () => runTool("cargo-machete", CARGO_MACHETE_VERSION),
    // Without the advisories, whose database is on the network.
    "licences and sources of crates": () => cargoDeny("bans", "licenses", "sources"),
    migrations: checkMigrations,
  },
  "web, pictures": {
    // The app and the desk use the types of these packages.
    "crates for the browser": buildWasmPackages,
    "rust lint for wasm": clippyForWasm,
    "web format and lint": command("biome", "ci", "--error-on-warnings", "--colors=off"),
    "unused code of the web": command("knip", "--no-progress", "--treat-config-hints-as-errors"),
    ...Object.fromEntries(
      ["app", "e2e", "illustrations", "scripts"].map((project) => [
        `types of ${project}`,
        command("tsc", "--noEmit", "--project", project),
      ]),
    ),
    // The command first generates the types of the server's routes.
    "types of desk": command("npm", "run", "typecheck", "--workspace=desk"),
    pictures: command("npm", "run", "pictures", "--", "--check"),
  },
};

export default async function check() {
  const failures: string[] = [];
  const sequences = Object.entries(SEQUENCES).map(([title, checks]) => [
    title,
    async () => {
      for (const [name, work] of Object.entries(checks)) {
        try {
          await step(name, work);
        } catch (error) {
          if (!(error instanceof UserError)) throw error;
          failures.push(name);
          report(`\n${error.message}\n`);
        }
      }
    },
  ]);
  await sideBySide(Object.fromEntries(sequences));
  if (failures.length > 0)
    throw new UserError(
      `Failed: ${failures.join(", ")}. \`npm run format\` corrects what is form alone.`,
    );
}

function command(program: string, ...args: string[]): Check {
  const log = `check-${[program, ...args].join("-").replaceAll(/[^a-z]+/g, "-")}`.slice(0, 60);
  return async () =>
    void (await run(program, args, { log, env: { CARGO_TARGET_DIR: TARGET_DIR } }));
}

/** Lints the Rust code. In CI it builds the tests, because the compiler lints, too ({@link development}). */
async function lintRust() {
  const env = development();
  const lints = env.RUSTC_WORKSPACE_WRAPPER !== undefined;
  const what = lints ? ["build", "--all-targets"] : ["clippy", "--all-targets", "--", NO_WARNINGS];
  await cargo(what, { log: "check-rust-lint", env });
}

export async function cargoDeny(...kinds: string[]) {
  await runTool("cargo-deny", CARGO_DENY_VERSION, "check", ...kinds);
}

async function runTool(name: string, version: string, ...args: string[]) {
  await run(await setUpTool(name, version), args, { log: `check-${name}` });
}

/** Runs clippy on the code for browsers. Debian's compiler for that code has no clippy. */
async function clippyForWasm() {
  const { args } = await setUpWasmTarget();
  if (args.length > 0) return "left out: this compiler has no clippy";
  const env = { CARGO_TARGET_DIR: WASM_TARGET_DIR };
  // One by one: together, their dependencies would have the features of both.
  for (const crate of WASM_CRATES) {
    const what = ["clippy", `--package=${crate}`, `--target=${WASM_TARGET}`, "--", NO_WARNINGS];
    await cargo(what, { log: `check-rust-lint-for-wasm-${crate}`, env });
  }
  return undefined;
}

/** Checks the migrations after `schema.sql`. If there are none, it skips building the tool, which takes minutes. */
async function checkMigrations() {
  const folder = path.join("backend", "migrations");
  const migrations = readdirSync(path.join(ROOT, folder)).filter((name) => /^\d/.test(name));
  if (migrations.length === 0) return "none after schema.sql";
  await run(await setUpDieselGuard(), ["check", folder], { log: "check-migrations" });
  return `${migrations.length} after schema.sql`;
}
