/** `npm run check`: format, lint, types. Every check runs, also after one has failed. */
import { cargo, WASM_TARGET_DIR } from "./build/cargo.mjs";
import { buildWasmPackage } from "./build/wasm-package.mjs";
import { CommandFailure, run } from "./command.mjs";
import { main, UserError } from "./process-lifecycle.mjs";
import { report, step } from "./progress.mjs";
import { setUp } from "./set-up.mjs";
import { setUpWasmTarget, WASM_TARGET } from "./setup/wasm-target.mjs";

/**
 * The checks. One may answer what is to stand beside its time.
 *
 * @type {Record<string, () => Promise<string | void>>}
 */
const CHECKS = {
  "rust format": async () => {
    await cargo(["fmt", "--all", "--check"], { log: "rust-format" });
  },
  "rust lint": () => clippy(["--workspace", "--all-targets"]),
  "rust lint for wasm": clippyForWasm,
  "web format and lint": async () => {
    await run("biome", ["ci", "--error-on-warnings", "--colors=off"], { log: "biome" });
  },
  "types of app": async () => {
    await run("npm", ["run", "typecheck", "--workspace=app"], { log: "types-app" });
  },
  "types of scripts": async () => {
    await run("tsc", ["--project", "scripts"], { log: "types-scripts" });
  },
};

await main(async () => {
  await setUp();
  // The app's types stand on the package that is made of the rules.
  await buildWasmPackage();

  /** @type {string[]} */
  const failures = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    try {
      await step(name, check);
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
});

/**
 * @param {string[]} what
 * @param {Record<string, string>} [env]
 * @param {string} [log]
 */
async function clippy(what, env, log = "clippy") {
  await cargo(["clippy", ...what, "--", "--deny=warnings"], { log, env });
}

/** The boundary is compiled for the browser only; not every compiler for that has a clippy. */
async function clippyForWasm() {
  const toolchain = { ...(await setUpWasmTarget()), CARGO_TARGET_DIR: WASM_TARGET_DIR };
  try {
    await cargo(["clippy", "--version"], { log: "clippy-version", env: toolchain });
  } catch (error) {
    if (error instanceof CommandFailure) return "left out: this compiler has no clippy";
    throw error;
  }
  await clippy(["--package=validator-wasm", `--target=${WASM_TARGET}`], toolchain, "clippy-wasm");
}
