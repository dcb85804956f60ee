/** Installs what the benchmarks need beyond the product: system commands and the peers' packages. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { whenChanged } from "../scripts/build/up-to-date.ts";
import { run } from "../scripts/command.ts";
import { step } from "../scripts/progress.ts";
import { ROOT } from "../scripts/settings.ts";
import { canInstallPackages, requireCommand } from "../scripts/setup/debian.ts";
import { findCommand } from "../scripts/setup/find-command.ts";

/**
 * The Debian packages of the load generator, of Postgres's benchmark, and of the pages' peer, by
 * command. (The embedded Postgres has no pgbench.)
 */
const PACKAGES = { wrk: "wrk", pgbench: "postgresql", nginx: "nginx-light" };

/** @typedef {keyof typeof PACKAGES} Command */

/**
 * Returns whether parts that need these commands can run on this machine.
 *
 * @param {Command[]} commands
 */
export function canSetUpCommands(...commands) {
  return canInstallPackages() || commands.every(findCommand);
}

/**
 * Installs the missing commands.
 *
 * @param {Command[]} commands
 */
export async function setUpCommands(...commands) {
  for (const command of commands) await requireCommand(command, PACKAGES[command]);
}

/**
 * Installs a peer's npm packages from its lock file.
 *
 * @param {Peer} name
 */
export async function setUpPeer(name) {
  const folder = path.join("bench", "peers", name);
  const inputs = { files: [path.join(folder, "package-lock.json")] };
  const installed = path.join(folder, "node_modules", ".package-lock.json");
  await step(`packages of ${name}`, () =>
    whenChanged(`peer-${name}`, inputs, installed, async () => {
      await run("npm", ["ci"], { log: `npm-ci-${name}`, cwd: path.join(ROOT, folder) });
    }),
  );
}

/** @typedef {"fastify" | "pg-boss" | "zod"} Peer its folder in `bench/peers` */

/**
 * Returns the versions of a peer's packages.
 *
 * @param {Peer} name
 * @returns {Record<string, string>}
 */
export function peerVersions(name) {
  const file = path.join(ROOT, "bench", "peers", name, "package.json");
  return JSON.parse(readFileSync(file, "utf8")).dependencies;
}
