/** The npm packages, the pinned Node among them. */
import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { guardGroup } from "../process-group.mjs";
import { DISK_FULL, DISK_FULL_SIGNS, isEnding, report, UserError } from "../process-lifecycle.mjs";
import { LOG_DIR, ROOT, shownPath } from "../settings.mjs";
import { findCommand } from "./find-command.mjs";

/** Installs what `package-lock.json` names, unless it is there. */
export async function setUpNodeModules() {
  if (isInstalled()) return;
  if (!findCommand("npm")) {
    throw new UserError("npm was not found in PATH: install Node.js 20.12 or newer with npm.");
  }
  report("  … npm packages");
  const started = performance.now();
  // The crates are downloaded meanwhile. Where that fails, the build will say why.
  const crates = runLogged("cargo", ["fetch", "--locked"]);
  const { code, log } = await runLogged("npm", ["ci"]);
  if (code !== 0) {
    const said = readFileSync(log, "utf8");
    const shown = `\`npm ci\` failed (code ${code}):\n\n${said.trim()}\n\n(${shownPath(log)})`;
    throw new UserError(DISK_FULL_SIGNS.test(said) ? DISK_FULL : shown);
  }
  await crates;
  report(`  ✔ npm packages [${((performance.now() - started) / 1000).toFixed(1)} s]`);
}

/**
 * Runs a command to completion, its output in a log file.
 *
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<{ code: number | null, log: string }>}
 */
function runLogged(command, args) {
  mkdirSync(LOG_DIR, { recursive: true });
  const log = path.join(LOG_DIR, `${command}-${args[0]}.log`);
  const output = openSync(log, "w");
  const child = spawn(command, args, {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const release = child.pid ? guardGroup(child.pid, "SIGTERM") : () => {};
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      release();
      // Ended together with the script: nothing goes on from here.
      if (!isEnding()) resolve({ code, log });
    });
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
