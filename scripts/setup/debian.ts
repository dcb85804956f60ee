/** Debian's packages, where the script may install them. */
import { run } from "../command.ts";
import { UserError } from "../process-lifecycle.ts";
import { step } from "../progress.ts";
import { findCommand } from "./find-command.ts";

/** Whether this is a Debian-like system on which the script may install packages. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && findCommand("apt-get") !== undefined;
}

export async function installPackages(names: string[]) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update"], { log: "apt-get-update", env });
  await run("apt-get", ["install", "--yes", "--no-install-recommends", ...names], {
    log: "apt-get-install",
    env,
  });
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
