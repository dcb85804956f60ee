/** Debian's packages, where the script may install them. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { run } from "../command.ts";
import { atEnd, UserError } from "../process-lifecycle.ts";
import { step } from "../progress.ts";
import { findCommand } from "./find-command.ts";

/** Whether this is a Debian-like system on which the script may install packages. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && findCommand("apt-get") !== undefined;
}

/** Debian asks this program whether a package may start its service; 101 is no. */
const SERVICE_POLICY = "/usr/sbin/policy-rc.d";

/** Installs packages. The services that they bring are not started. */
export async function installPackages(names: string[]) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update"], { log: "apt-get-update", env });
  const isOurs = !existsSync(SERVICE_POLICY);
  if (isOurs) writeFileSync(SERVICE_POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  const remove = () => isOurs && rmSync(SERVICE_POLICY, { force: true });
  const release = atEnd(remove);
  try {
    await run("apt-get", ["install", "--yes", "--no-install-recommends", ...names], {
      log: "apt-get-install",
      env,
    });
  } finally {
    release();
    remove();
  }
}

/**
 * The path of a command, whose package is installed if need be.
 *
 * @param instead what else helps where it cannot be installed
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
