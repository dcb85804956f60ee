/** Debian packages, if the script may install them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { run } from "../command.ts";
import { UserError } from "../process-lifecycle.ts";
import { step } from "../progress.ts";
import { findCommand } from "./find-command.ts";

/** Returns whether the script may install Debian packages. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && findCommand("apt-get") !== undefined;
}

/** The program that decides for Debian whether a package may start its service; exit code 101 means no. */
const SERVICE_POLICY = "/usr/sbin/policy-rc.d";

/**
 * Installs packages. Their services are not started.
 *
 * @param policy the file that prevents the start; a test uses its own
 */
export async function installPackages(names: string[], policy = SERVICE_POLICY) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update"], { log: "apt-get-update", env });
  // The system's own policy stays. Ours is removed when the pipe closes, even if this script is killed.
  const remover = existsSync(policy)
    ? undefined
    : spawn("sh", ["-c", 'cat; rm -f "$0"', policy], {
        detached: true,
        stdio: ["pipe", "ignore", "ignore"],
      });
  if (remover) writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    const install = ["install", "--yes", "--no-install-recommends", ...names];
    await run("apt-get", install, { log: "apt-get-install", env });
  } finally {
    if (remover) {
      remover.stdin.end();
      await once(remover, "close");
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
