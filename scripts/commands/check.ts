/** `npm run check`: format, lint, types, pictures. Every check runs, also after one has failed. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { cargo, WASM_TARGET_DIR } from "../build/cargo.ts";
import { buildWasmPackage } from "../build/wasm-package.ts";
import { run } from "../command.ts";
import { report, UserError } from "../process-lifecycle.ts";
import { step } from "../progress.ts";
import { ROOT, TARGET_DIR } from "../settings.ts";
import { setUpDieselGuard, setUpTool } from "../setup/cargo-tools.ts";
import { setUpWasmTarget, WASM_TARGET } from "../setup/wasm-target.ts";

const CARGO_DENY_VERSION = "0.20.2";

const CARGO_MACHETE_VERSION = "0.9.2";

const NO_WARNINGS = ["--", "--deny=warnings"];

/** The checks that are a command. */
const COMMANDS: Record<string, [string, ...string[]]> = {
  "rust format": ["cargo", "fmt", "--all", "--check"],
  "rust lint": ["cargo", "clippy", "--workspace", "--all-targets", ...NO_WARNINGS],
  "web format and lint": ["biome", "ci", "--error-on-warnings", "--colors=off"],
  "unused code of the web": ["knip", "--no-progress", "--treat-config-hints-as-errors"],
  "types of app": ["tsc", "--noEmit", "--project", "app"],
  "types of desk": ["tsc", "--noEmit", "--project", "desk"],
  "types of e2e": ["tsc", "--noEmit", "--project", "e2e"],
  "types of illustrations": ["tsc", "--noEmit", "--project", "illustrations"],
  "types of scripts": ["tsc", "--noEmit", "--project", "scripts"],
  pictures: ["npm", "run", "pictures", "--", "--check"],
};

/** What a check answers stands beside its time. */
const CHECKS: [string, () => Promise<unknown>][] = [
  // The app's types stand on the package that is made of the rules.
  ["wasm package", buildWasmPackage],
  ["rust lint for wasm", clippyForWasm],
  ["unused crates", () => runTool("cargo-machete", CARGO_MACHETE_VERSION)],
  // Not the advisories: their database is on the network.
  [
    "licences and sources of crates",
    () => runTool("cargo-deny", CARGO_DENY_VERSION, "check", "bans", "licenses", "sources"),
  ],
  ["migrations", checkMigrations],
  ...Object.entries(COMMANDS).map(([name, [command, ...args]]): (typeof CHECKS)[number] => [
    name,
    async () => {
      const env = { CARGO_TARGET_DIR: TARGET_DIR };
      await run(command, args, { log: `check-${name.replaceAll(" ", "-")}`, env });
    },
  ]),
];

export default async function check() {
  const failures: string[] = [];
  for (const [name, work] of CHECKS) {
    try {
      await step(name, work);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      failures.push(name);
      report(`\n${error.message}\n`);
    }
  }
  if (failures.length > 0)
    throw new UserError(
      `Failed: ${failures.join(", ")}. \`npm run format\` corrects what is form alone.`,
    );
}

async function runTool(command: string, version: string, ...args: string[]) {
  const bin = await setUpTool(command, command, version);
  await run(path.join(bin, command), args, { log: `check-${command}` });
}

/** The boundary is compiled for the browser only. Debian's compiler for that has no clippy. */
async function clippyForWasm() {
  const { args } = await setUpWasmTarget();
  if (args.length > 0) return "left out: this compiler has no clippy";
  const env = { CARGO_TARGET_DIR: WASM_TARGET_DIR };
  const what = ["clippy", "--package=validator-wasm", `--target=${WASM_TARGET}`, ...NO_WARNINGS];
  await cargo(what, { log: "check-rust-lint-for-wasm", env });
  return undefined;
}

/** The tool takes minutes to build: it is built when there is a migration that it has to look at. */
async function checkMigrations() {
  const configuration = readFileSync(path.join(ROOT, "diesel-guard.toml"), "utf8");
  const [, last = ""] = /^start_after = "(.*)"$/m.exec(configuration) ?? [];
  const folder = path.join("backend", "migrations");
  const later = readdirSync(path.join(ROOT, folder)).filter((name) => name.slice(0, 17) > last);
  if (later.length === 0) return `none after ${last}`;
  await run(await setUpDieselGuard(), ["check", folder], { log: "check-migrations" });
  return `${later.length} after ${last}`;
}
