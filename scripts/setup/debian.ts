import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { CommandFailure, run } from "../command.ts";
import { report, UserError } from "../process-lifecycle.ts";
import { step } from "../progress.ts";
import { findCommand } from "./find-command.ts";

/** Returns whether the script may install Debian packages. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && findCommand("apt-get") !== undefined;
}

/** The program that decides for Debian whether a package may start its service; exit code 101 means no. */
const SERVICE_POLICY = "/usr/sbin/policy-rc.d";

/** The error while another process holds the lock of the lists, the archives, or dpkg. */
const LOCKED = /Could not get lock .*|dpkg frontend lock was locked .*/;

/** The time that another process's installation may take, and the interval of the attempts. */
const LOCK_TIMEOUT_MS = 600_000;
const LOCK_RETRY_MS = 1000;

/** The update of the package lists, once in a run. */
let updated: Promise<void> | undefined;

let earlier = Promise.resolve();

/** The next installation. Everything that is requested before it begins is installed together. */
let next: { names: string[]; done: Promise<void> } | undefined;

/**
 * Installs packages. Their services are not started.
 *
 * @param policy the file that prevents the start; a test uses its own
 */
export function installPackages(names: string[], policy = SERVICE_POLICY) {
  if (!next) {
    const requested: string[] = [];
    updated ??= aptGet("update");
    const done = Promise.all([updated, earlier]).then(() => {
      next = undefined;
      return install(requested, policy);
    });
    earlier = done.catch(() => {});
    next = { names: requested, done };
  }
  next.names.push(...names);
  return next.done;
}

async function install(names: string[], policy: string) {
  // The system's own policy stays. Ours is removed when the pipe closes, even if this script is killed.
  const remover = existsSync(policy)
    ? undefined
    : spawn("sh", ["-c", 'cat; rm -f "$0"', policy], {
        detached: true,
        stdio: ["pipe", "ignore", "ignore"],
      });
  if (remover) writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    await aptGet("install", "--yes", "--no-install-recommends", ...names);
  } finally {
    if (remover) {
      remover.stdin.end();
      await once(remover, "close");
    }
  }
}

/** Runs apt-get, after another process's installation if there is one. */
async function aptGet(...args: string[]) {
  const env = { DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8" };
  const limit = performance.now() + LOCK_TIMEOUT_MS;
  for (let reported = false; ; reported = true) {
    try {
      return void (await run("apt-get", args, { log: `apt-get-${args[0]}`, env }));
    } catch (error) {
      const [lock] = (error instanceof CommandFailure && LOCKED.exec(error.output)) || [];
      if (!lock || performance.now() > limit) throw error;
      if (!reported) report(`  – waiting for another installation: ${lock}`);
      await delay(LOCK_RETRY_MS);
    }
  }
}

/**
 * Returns the path of a command, and installs its package if it is missing.
 *
 * @param instead other advice if the package cannot be installed
 */
export async function requireCommand(command: string, debianPackage: string, instead = "") {
  const found = findCommand(command);
  if (found) return found;
  if (!canInstallPackages()) {
    throw new UserError(
      `${command} is not in PATH: install it (on Debian \`apt-get install ${debianPackage}\`)${instead}, then run the command again.`,
    );
  }
  await step(debianPackage, () => installPackages([debianPackage]));
  const installed = findCommand(command);
  if (!installed) throw new UserError(`Debian's package ${debianPackage} brought no ${command}.`);
  return installed;
}
