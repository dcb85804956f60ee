import { spawnSync } from "node:child_process";
import path from "node:path";
import { run } from "../command.ts";
import { showProgress } from "../progress.ts";
import { TARGET_DIR } from "../settings.ts";

/** The target folder of builds for browsers, which may use another compiler and run beside the server's. */
export const WASM_TARGET_DIR = path.join(TARGET_DIR, "wasm");

/** Turns lints into errors. */
export const NO_WARNINGS = "--deny=warnings";

/**
 * Returns the environment of builds with the development profile. In CI, if clippy's driver (rustc with more
 * lints) is installed, it compiles the workspace's crates: one compilation serves `check` and the tests.
 */
export function development(): NodeJS.ProcessEnv {
  if (!process.env.CI || spawnSync("clippy-driver", ["--version"]).status !== 0) return {};
  return {
    RUSTC_WORKSPACE_WRAPPER: "clippy-driver",
    CLIPPY_ARGS: `${NO_WARNINGS}__CLIPPY_HACKERY__`,
  };
}

/** Makes cargo draw its progress bar into the pipe, too, for the numbers in it. */
const BAR = { CARGO_TERM_PROGRESS_WHEN: "always", CARGO_TERM_PROGRESS_WIDTH: "100" };

/** The compile time of the workspace's own crates, which come last, relative to all others. */
const OWN_SHARE = 0.4;

/** Runs cargo, and shows the number of compiled crates and the remaining time. Returns cargo's output. */
export function cargo(args: string[], { log, env = {} }: { log: string; env?: NodeJS.ProcessEnv }) {
  // The crates of an earlier build are finished at once.
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

function shownTime(milliseconds: number) {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return "less than a minute left";
  return `about ${minutes} minute${minutes > 1 ? "s" : ""} left`;
}
