/** `npm run check`: format, lint, types, pictures. Every check runs, also after one has failed. */
import { cargo, WASM_TARGET_DIR } from "../build/cargo.mjs";
import { buildWasmPackage } from "../build/wasm-package.mjs";
import { run } from "../command.mjs";
import { report, UserError } from "../process-lifecycle.mjs";
import { step } from "../progress.mjs";
import { setUpWasmTarget, WASM_TARGET } from "../setup/wasm-target.mjs";

/** The checks. What one answers stands beside its time. @type {Record<string, () => Promise<unknown>>} */
const CHECKS = {
  // The app's types stand on the package that is made of the rules.
  "wasm package": buildWasmPackage,
  "rust format": () => silent(cargo(["fmt", "--all", "--check"], { log: "rust-format" })),
  "rust lint": () => clippy("clippy", ["--workspace", "--all-targets"]),
  "rust lint for wasm": clippyForWasm,
  "web format and lint": () =>
    silent(run("biome", ["ci", "--error-on-warnings", "--colors=off"], { log: "biome" })),
  "types of app": () => typecheck("app"),
  "types of e2e": () => typecheck("e2e"),
  "types of illustrations": () => typecheck("illustrations"),
  "types of scripts": () => silent(run("tsc", ["--project", "scripts"], { log: "types-scripts" })),
  pictures: () => silent(run("npm", ["run", "pictures", "--", "--check"], { log: "pictures" })),
};

export default async function check() {
  /** @type {string[]} */
  const failures = [];
  for (const [name, work] of Object.entries(CHECKS)) {
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

/** @param {Promise<unknown>} work */
async function silent(work) {
  await work;
}

/**
 * @param {string} log
 * @param {string[]} what
 * @param {NodeJS.ProcessEnv} [env]
 */
function clippy(log, what, env) {
  return silent(cargo(["clippy", ...what, "--", "--deny=warnings"], { log, env }));
}

/** @param {string} workspace */
function typecheck(workspace) {
  const log = `types-${workspace}`;
  return silent(run("npm", ["run", "typecheck", `--workspace=${workspace}`], { log }));
}

/** The boundary is compiled for the browser only. Debian's compiler for that has no clippy. */
async function clippyForWasm() {
  const toolchain = await setUpWasmTarget();
  if (toolchain.PATH) return "left out: this compiler has no clippy";
  const env = { CARGO_TARGET_DIR: WASM_TARGET_DIR };
  await clippy("clippy-wasm", ["--package=validator-wasm", `--target=${WASM_TARGET}`], env);
}
