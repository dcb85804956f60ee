/** What the benchmarks need beyond the product: commands of the system, and the peers' packages. */
import path from "node:path";
import { whenChanged } from "../scripts/build/up-to-date.ts";
import { run } from "../scripts/command.ts";
import { step } from "../scripts/progress.ts";
import { ROOT } from "../scripts/settings.ts";
import { canInstallPackages, requireCommand } from "../scripts/setup/debian.ts";
import { findCommand } from "../scripts/setup/find-command.ts";

/**
 * Debian's packages of the load generator and of Postgres's own benchmark, by the command that they
 * bring. (The embedded Postgres has no pgbench.)
 */
const PACKAGES = { wrk: "wrk", pgbench: "postgresql" };

/** Whether the benchmarks can run on this machine. */
export function canSetUpCommands() {
  return canInstallPackages() || Object.keys(PACKAGES).every(findCommand);
}

/** Installs the commands that are missing. */
export async function setUpCommands() {
  for (const [command, debianPackage] of Object.entries(PACKAGES)) {
    await requireCommand(command, debianPackage);
  }
}

/**
 * Installs a peer's npm packages, in the versions of its lock file.
 *
 * @param {string} name its folder in `bench/peers`
 */
export async function setUpPeer(name) {
  const folder = path.join("bench", "peers", name);
  const inputs = { files: [path.join(folder, "package-lock.json")] };
  const installed = path.join(folder, "node_modules", ".package-lock.json");
  await step(`packages of ${name}`, () =>
    whenChanged(`peer-${name}`, inputs, installed, () =>
      run("npm", ["ci"], { log: `npm-ci-${name}`, cwd: path.join(ROOT, folder) }),
    ),
  );
}
