/** Debian's packages, if the script may install them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { run } from "../command.ts";
import { UserError } from "../process-lifecycle.ts";
import { step } from "../progress.ts";
import { findCommand } from "./find-command.ts";

/** Returns whether the script may install Debian's packages. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && findCommand("apt-get") !== undefined;
}

/** Debian asks this program whether a package may start its service; 101 is no. */
const SERVICE_POLICY = "/usr/sbin/policy-rc.d";

/**
 * Installs packages. The services that they bring are not started.
 *
 * @param policy the file that prevents that; a test has its own
 */
export async function installPackages(names: string[], policy = SERVICE_POLICY) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update"], { log: "apt-get-update", env });
  // The system's own policy stays; ours is removed when the pipe closes, also if this script is killed.
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
 * Returns the path of a command, whose package is installed if it is missing.
 *
 * @param instead other advice if it cannot be installed
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
