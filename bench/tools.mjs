/** What the benchmarks need beyond the product: commands of the system, and the peers' packages. */
import path from "node:path";
import { whenChanged } from "../build/up-to-date.mjs";
import { findCommand, run } from "../command.mjs";
import { UserError } from "../process-lifecycle.mjs";
import { step } from "../progress.mjs";
import { ROOT } from "../settings.mjs";
import { canInstallPackages, installPackages } from "../setup/debian.mjs";

/**
 * Debian's packages of the load generator and of Postgres's own benchmark, by the command that they
 * bring. (The embedded Postgres has no pgbench.)
 */
const PACKAGES = { wrk: "wrk", pgbench: "postgresql" };

/** The commands that are not installed. */
function missingCommands() {
  return Object.entries(PACKAGES).filter(([command]) => !findCommand(command));
}

/** Whether the benchmarks can run on this machine. */
export function canSetUpCommands() {
  return canInstallPackages() || missingCommands().length === 0;
}

/** Installs the commands that are missing. */
export async function setUpCommands() {
  for (const [command, debianPackage] of missingCommands()) {
    if (!canInstallPackages()) {
      throw new UserError(
        `The benchmark needs ${command}: install it (on Debian \`apt-get install ${debianPackage}\`), then run the command again.`,
      );
    }
    await step(command, () => installPackages([debianPackage]));
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
