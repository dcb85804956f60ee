/** The npm packages, the pinned Node among them. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { findCommand, run } from "../command.mjs";
import { UserError } from "../process-lifecycle.mjs";
import { step } from "../progress.mjs";
import { ROOT } from "../settings.mjs";

/** Installs what `package-lock.json` names, unless it is there. */
export async function setUpNodeModules() {
  if (isInstalled()) return;
  if (!findCommand("npm")) {
    throw new UserError("npm was not found in PATH: install Node.js 20.12 or newer with npm.");
  }
  await step("npm packages", async () => {
    await run("npm", ["ci"], { log: "npm-ci", env: process.env });
  });
}

/**
 * Whether every package of the lock file is there in the version that it names. npm keeps its
 * own account of what it installed in `node_modules/.package-lock.json`.
 */
function isInstalled() {
  const account = path.join(ROOT, "node_modules", ".package-lock.json");
  const pinnedNode = path.join(ROOT, "node_modules", ".bin", "node");
  if (!existsSync(account) || !existsSync(pinnedNode)) return false;
  const installed = packages(account);
  return Object.entries(packages(path.join(ROOT, "package-lock.json"))).every(
    ([place, wanted]) =>
      !place.startsWith("node_modules/") ||
      wanted.optional ||
      installed[place]?.version === wanted.version,
  );
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packages(lockFile) {
  return JSON.parse(readFileSync(lockFile, "utf8")).packages;
}
