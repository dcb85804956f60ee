/** cargo, with its products where the scripts look for them. */
import path from "node:path";
import { run } from "../command.ts";
import { TARGET_DIR } from "../settings.ts";

/**
 * The folder of cargo's products for the browser: its own, since it may be another compiler that
 * makes them, and since a build for the server then need not wait for it.
 */
export const WASM_TARGET_DIR = path.join(TARGET_DIR, "wasm");

export function cargo(args: string[], { log, env = {} }: { log: string; env?: NodeJS.ProcessEnv }) {
  return run("cargo", args, { log, env: { CARGO_TARGET_DIR: TARGET_DIR, ...env } });
}
