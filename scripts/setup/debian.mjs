/** Debian's packages, where the script may install them. */
import { findCommand, run } from "../command.mjs";

/** Whether this is a Debian-like system on which the script may install packages. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && findCommand("apt-get") !== undefined;
}

/**
 * @param {string[]} names
 */
export async function installPackages(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update"], { log: "apt-get-update", env });
  await run("apt-get", ["install", "--yes", "--no-install-recommends", ...names], {
    log: "apt-get-install",
    env,
  });
}
