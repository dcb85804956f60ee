/** cargo, with its products where the scripts look for them. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { run } from "../command.ts";
import { showProgress } from "../progress.ts";
import { TARGET_DIR } from "../settings.ts";

/**
 * The folder of cargo's products for the browser: its own, since it may be another compiler that
 * makes them, and since a build for the server then need not wait for it.
 */
export const WASM_TARGET_DIR = path.join(TARGET_DIR, "wasm");

/** What a lint finds is an error. */
export const NO_WARNINGS = "--deny=warnings";

/**
 * The environment of builds by the development profile. In CI, clippy's driver (which is rustc, with more lints)
 * compiles the workspace's own crates, where it is installed: one compilation serves the lint of `check` and the
 * tests.
 */
export function development(): NodeJS.ProcessEnv {
  if (!process.env.CI || spawnSync("clippy-driver", ["--version"]).status !== 0) return {};
  return {
    RUSTC_WORKSPACE_WRAPPER: "clippy-driver",
    CLIPPY_ARGS: `${NO_WARNINGS}__CLIPPY_HACKERY__`,
  };
}

/** cargo draws its bar into the pipe too: the figures in it are shown, the bar itself is not kept. */
const BAR = { CARGO_TERM_PROGRESS_WHEN: "always", CARGO_TERM_PROGRESS_WIDTH: "100" };

/** How much of the time the workspace's own crates take, which come last, beside all the others. */
const OWN_SHARE = 0.4;

/** Runs cargo; shows how many crates are compiled, and about how long the others take. */
export function cargo(args: string[], { log, env = {} }: { log: string; env?: NodeJS.ProcessEnv }) {
  // What an earlier build has compiled is done at once.
  let first: { time: number; done: number } | undefined;
  const onLine = (line: string) => {
    const [, done = 0, all = 0] = (/\] (\d+)\/(\d+)(?!.*\] \d)/.exec(line) ?? []).map(Number);
    if (all > 0) {
      first ??= { time: performance.now(), done };
      const compiled = done - first.done;
      const pace = (performance.now() - first.time) / compiled;
      const left = compiled > 20 ? `, ${shownTime(pace * (all * (1 + OWN_SHARE) - done))}` : "";
      showProgress(`${done} of ${all} crates${left}`);
    }
    return line.slice(line.lastIndexOf("\r") + 1);
  };
  return run("cargo", args, { log, env: { CARGO_TARGET_DIR: TARGET_DIR, ...BAR, ...env }, onLine });
}

/** A time for people, in whole minutes. */
function shownTime(milliseconds: number) {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return "less than a minute left";
  return `about ${minutes} minute${minutes > 1 ? "s" : ""} left`;
}
