/**
 * Runs a command, which is a module's default function: `node scripts/run.mjs MODULE [arguments…]`.
 * The npm packages are installed first, and among them the pinned Node, which runs the command: the
 * machine's own may be too old for TypeScript. After that npm finds the pinned one first in PATH, and
 * there is one process.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, realpathSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import {
  DISK_FULL,
  DISK_FULL_SIGNS,
  missingRequirement,
  ROOT,
  SERVER_BUILD,
} from "./setup/requirements.mjs";

/** How long a command outlives npm at most. */
const PARENT_CHECK_INTERVAL_MS = 500;

const MODULES = path.join(ROOT, "node_modules");
const PINNED_NODE = path.join(MODULES, ".bin", "node");

// The backend's help and advice name what a person types here.
process.env.BACKEND_COMMAND = "npm run backend --";
endWithNpm();
const missing = missingRequirement();
if (missing) fail(missing);
if (!isInstalled()) await install();
if (process.execPath === realpathSync(PINNED_NODE)) {
  const [module, ...args] = process.argv.slice(2);
  const { main } = await import("./process-lifecycle.ts");
  await main(async () => {
    const command = await import(pathToFileURL(path.join(ROOT, module)).href);
    return command.default(args);
  });
} else {
  process.exit(await finish(spawn(PINNED_NODE, process.argv.slice(1), { stdio: "inherit" })));
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  process.stderr.write(`\n✗ ${message}\n`);
  process.exit(1);
}

/** npm does not pass SIGTERM on: what npm started gets it when npm is gone. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, PARENT_CHECK_INTERVAL_MS).unref();
}

/**
 * Waits for a program, which gets the signals that come meanwhile. One that a signal ends, ends this
 * process too.
 *
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<number>} its exit code
 */
function finish(child) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => child.kill(/** @type {NodeJS.Signals} */ (signal)));
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (signal) process.exit(128 + constants.signals[signal]);
      resolve(code ?? 1);
    });
  });
}

/** Installs what `package-lock.json` names. */
async function install() {
  process.stderr.write("  … npm packages\n");
  const started = performance.now();
  const log = path.join(ROOT, "target", "logs", "npm-ci.log");
  mkdirSync(path.dirname(log), { recursive: true });
  const output = openSync(log, "w");
  // The longest build begins meanwhile; the command waits for it. Where it fails, that one says why.
  const isStart = process.argv[2] === "scripts/commands/start.ts";
  const cargo = spawn("cargo", isStart ? SERVER_BUILD : ["fetch", "--locked"], {
    cwd: ROOT,
    stdio: "ignore",
    env: { ...process.env, CARGO_TARGET_DIR: path.join(ROOT, "target") },
  });
  const crates = finish(cargo).catch(() => {});
  const npm = spawn("npm", ["ci"], { cwd: ROOT, stdio: ["ignore", output, output] });
  const code = await finish(npm).catch(() => "it is not in PATH");
  if (code !== 0) {
    cargo.kill();
    const said = readFileSync(log, "utf8");
    if (DISK_FULL_SIGNS.test(said)) fail(DISK_FULL);
    fail(`\`npm ci\` failed (${code}):\n\n${said.trim()}\n\n(${path.relative(ROOT, log)})`);
  }
  if (!isStart) await crates;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stderr.write(`  ✔ npm packages [${seconds} s]\n`);
}

/**
 * Whether every package of the lock file is there in the version that it names. npm keeps its
 * own account of what it installed in `node_modules/.package-lock.json`.
 */
function isInstalled() {
  const account = path.join(MODULES, ".package-lock.json");
  if (!existsSync(account) || !existsSync(PINNED_NODE)) return false;
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
