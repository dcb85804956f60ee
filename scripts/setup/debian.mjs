/** Debian's packages, where the script may install them. */
import { run } from "../command.mjs";
import { UserError } from "../process-lifecycle.mjs";
import { step } from "../progress.mjs";
import { findCommand } from "./find-command.mjs";

/** Whether this is a Debian-like system on which the script may install packages. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && findCommand("apt-get") !== undefined;
}

/**
 * @param {string[]} names
 */
export async function installPackages(names) {
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
 * @param {string} command
 * @param {string} debianPackage
 * @param {string} [instead] what else helps where it cannot be installed
 * @returns {Promise<string>}
 */
export async function requireCommand(command, debianPackage, instead = "") {
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
