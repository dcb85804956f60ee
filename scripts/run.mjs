/**
 * Runs a command, which is a module's default function: `node scripts/run.mjs MODULE [arguments…]`.
 * Installs the npm packages that the command needs. If the machine's Node is too old for
 * TypeScript, installs a pinned Node, which runs the command and comes first in npm's PATH.
 */
import { spawn } from "node:child_process";
import fs from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import {
  DISK_FULL,
  DISK_FULL_SIGNS,
  isOlder,
  missingRequirement,
  ROOT,
} from "./setup/requirements.mjs";
import { TOOL_CACHE } from "./setup/tool-cache.mjs";

/** The longest time that a command runs after npm has ended. */
const PARENT_CHECK_INTERVAL_MS = 500;

/** The oldest Node that runs the commands, and the one that replaces an older one. */
const OLDEST_NODE = "24.3";
const PINNED_NODE = "24.21.0";

/** The commands that build and serve. They need no `devDependencies`. */
const BUILDING = ["backend", "build", "bundle", "dev", "launch-check", "start", "test-database"];

const MODULES = path.join(ROOT, "node_modules");

/** npm's list of the installed packages. */
const ACCOUNT = path.join(MODULES, ".package-lock.json");

// The backend's help and advice name the command that the user types.
process.env.BACKEND_COMMAND = "npm run backend --";
endWithNpm();
const missing = missingRequirement();
if (missing) fail(missing);
const [module, ...args] = process.argv.slice(2);
const isBuilding = BUILDING.some((name) => module === `scripts/commands/${name}.ts`);
if (!isInstalled()) await installPackages();
if (isOlder(process.versions.node, OLDEST_NODE)) {
  const node = await pinnedNode();
  process.exit(await finish(spawn(node, process.argv.slice(1), { stdio: "inherit" })));
}
const { main } = await import("./process-lifecycle.ts");
await main(async () => {
  const command = await import(pathToFileURL(path.join(ROOT, module)).href);
  return command.default(args);
});

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  process.stderr.write(`\n✗ ${message}\n`);
  process.exit(1);
}

/** Sends SIGTERM to this process when npm has ended, because npm does not pass the signal on. */
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
 * Waits for a program, and passes signals on. If a signal ends the program, it ends this process, too.
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

/** Installs the packages of `package-lock.json` that the command needs. */
async function installPackages() {
  // The crates are downloaded at the same time. If that fails, the build reports it.
  const cargo = spawn("cargo", ["fetch", "--locked"], { cwd: ROOT, stdio: "ignore" });
  const crates = finish(cargo).catch(() => {});
  const wanted = isBuilding ? ["--omit=dev"] : [];
  if (fs.existsSync(ACCOUNT)) {
    // `npm ci` would remove all packages, which a running server's database needs. An interrupted
    // installation leaves no list, and starts again.
    fs.rmSync(ACCOUNT);
    await npm("npm packages", ["install", "--no-save", ...wanted]);
  } else {
    await npm("npm packages", ["ci", ...wanted]);
  }
  await crates;
}

/** Returns the path of the pinned Node in the tool cache. npm finds it through a link among the packages. */
async function pinnedNode() {
  const folder = path.join(TOOL_CACHE, `node-${PINNED_NODE}`);
  const program = path.join(folder, "node");
  if (!fs.existsSync(program)) {
    const system = `node-${process.platform}-${process.arch}`;
    fs.mkdirSync(TOOL_CACHE, { recursive: true });
    const unfinished = fs.mkdtempSync(`${folder}.unfinished-`);
    const what = ["install", "--no-save", `--prefix=${unfinished}`, `${system}@${PINNED_NODE}`];
    await npm(`Node ${PINNED_NODE}`, what);
    // Keeps only the programs: the headers are a third of the package.
    fs.renameSync(path.join(unfinished, "node_modules", system, "bin"), folder);
    fs.rmSync(unfinished, { recursive: true });
  }
  const link = path.join(MODULES, ".bin", "node");
  if (!fs.existsSync(link) || fs.readlinkSync(link) !== program) {
    fs.rmSync(link, { force: true });
    fs.symlinkSync(program, link);
  }
  return program;
}

/**
 * Runs npm as a step, and ends the process if it fails.
 *
 * @param {string} title
 * @param {string[]} args
 */
async function npm(title, args) {
  process.stderr.write(`  … ${title}\n`);
  const started = performance.now();
  const log = path.join(ROOT, "target", "logs", `npm-${args[0]}.log`);
  fs.mkdirSync(path.dirname(log), { recursive: true });
  const output = fs.openSync(log, "w");
  const running = spawn("npm", args, { cwd: ROOT, stdio: ["ignore", output, output] });
  const code = await finish(running).catch(() => "it is not in PATH");
  if (code !== 0) {
    const said = fs.readFileSync(log, "utf8");
    if (DISK_FULL_SIGNS.test(said)) fail(DISK_FULL);
    const place = path.relative(ROOT, log);
    fail(`\`npm ${args.join(" ")}\` failed (${code}):\n\n${said.trim()}\n\n(${place})`);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stderr.write(`  ✔ ${title} [${seconds} s]\n`);
}

/** Returns whether every package that the command needs is installed in the lock file's version. */
function isInstalled() {
  if (!fs.existsSync(ACCOUNT)) return false;
  const installed = packages(ACCOUNT);
  return Object.entries(packages(path.join(ROOT, "package-lock.json"))).every(
    ([place, wanted]) =>
      !place.startsWith("node_modules/") ||
      wanted.optional ||
      (isBuilding && wanted.dev) ||
      installed[place]?.version === wanted.version,
  );
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean }>}
 */
function packages(lockFile) {
  return JSON.parse(fs.readFileSync(lockFile, "utf8")).packages;
}
