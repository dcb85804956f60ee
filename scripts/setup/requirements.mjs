/**
 * The requirements of a machine. Like `run.mjs`, this runs on the machine's Node, which may not
 * support TypeScript, before the npm packages are installed.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, statfsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the checkout. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** The errors of full disks in the output of npm, cargo, and Postgres. */
export const DISK_FULL_SIGNS = /No space left on device|ENOSPC|Check free disk space/;

/** The error message of a full disk. */
export const DISK_FULL = "The disk is full: free a few gigabytes, then run the command again.";

/** The minimum free space for a build, in bytes. */
const LEAST_ROOM = 300 * 2 ** 20;

/** The oldest Node that this and `run.mjs` run on. */
const OLDEST_NODE = "20.12";

/** Returns the first missing requirement, with advice; `undefined` if nothing is missing. */
export function missingRequirement() {
  const node = process.versions.node;
  if (isOlder(node, OLDEST_NODE)) {
    return `Node.js ${OLDEST_NODE} or newer is needed, this is ${node}: install it from https://nodejs.org, then run the command again.`;
  }
  const { bavail, bsize } = statfsSync(ROOT);
  if (bavail * bsize < LEAST_ROOM) return DISK_FULL;

  const cargoToml = readFileSync(path.join(ROOT, "Cargo.toml"), "utf8");
  const oldestRust = /^rust-version = "(.*)"/m.exec(cargoToml)?.[1] ?? "";
  const cargo = spawnSync("cargo", ["--version"], { cwd: ROOT, encoding: "utf8" });
  if (cargo.error) {
    return `Rust is missing (no cargo in PATH): install Rust ${oldestRust} or newer from https://rustup.rs, then run the command again.`;
  }
  if (spawnSync("cc", ["--version"]).error) {
    return "A C compiler is missing (no cc in PATH): install one, on Debian with `apt-get install build-essential`, then run the command again.";
  }
  const rust = /^cargo ([\d.]+)/m.exec(cargo.stdout)?.[1];
  if (!rust) return `\`cargo --version\` failed:\n\n${cargo.stderr.trim()}`;
  if (isOlder(rust, oldestRust)) {
    return `Rust ${oldestRust} or newer is needed, this is ${rust}: run \`rustup update stable\`, then the command again.`;
  }
  return undefined;
}

/**
 * Returns whether a version is older than another one.
 *
 * @param {string} version @param {string} oldest
 */
export function isOlder(version, oldest) {
  return version.localeCompare(oldest, "en", { numeric: true }) < 0;
}
