/**
 * Runs a command, which is a module's default function: `node scripts/run.mjs MODULE [arguments…]`. The npm
 * packages that it needs are installed first. Where the machine's own Node is too old for the command's
 * TypeScript, a pinned one is installed too: it runs the command, and npm finds it first in PATH.
 */
import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
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

/** How long a command outlives npm at most. */
const PARENT_CHECK_INTERVAL_MS = 500;

/** The oldest Node that runs the commands, and the one that is installed where the machine's is older. */
const OLDEST_NODE = "24.3";
const PINNED_NODE = "24.21.0";

/** The commands that build and serve: they need no `devDependencies`, which test and check. */
const BUILDING = ["backend", "build", "bundle", "dev", "launch-check", "start"];

const MODULES = path.join(ROOT, "node_modules");

/** npm's own account of what it has installed. */
const ACCOUNT = path.join(MODULES, ".package-lock.json");

// The backend's help and advice name what a person types here.
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

/** Installs the packages of `package-lock.json` that the command needs. */
async function installPackages() {
  // The crates are downloaded meanwhile. Where that fails, the build says why.
  const cargo = spawn("cargo", ["fetch", "--locked"], { cwd: ROOT, stdio: "ignore" });
  const crates = finish(cargo).catch(() => {});
  const wanted = isBuilding ? ["--omit=dev"] : [];
  if (existsSync(ACCOUNT)) {
    // A server may be running, whose database is one of the packages: `npm ci` would remove them all. An
    // installation that is broken off leaves no account, and is begun anew.
    rmSync(ACCOUNT);
    await npm("npm packages", ["install", "--no-save", ...wanted]);
  } else {
    await npm("npm packages", ["ci", ...wanted]);
  }
  await crates;
}

/** The path of the pinned Node in the tool cache, where npm finds it too by a link among the packages. */
async function pinnedNode() {
  const folder = path.join(TOOL_CACHE, `node-${PINNED_NODE}`);
  const program = path.join(folder, "node");
  if (!existsSync(program)) {
    const system = `node-${process.platform}-${process.arch}`;
    mkdirSync(TOOL_CACHE, { recursive: true });
    const unfinished = mkdtempSync(`${folder}.unfinished-`);
    const what = ["install", "--no-save", `--prefix=${unfinished}`, `${system}@${PINNED_NODE}`];
    await npm(`Node ${PINNED_NODE}`, what);
    // Without the headers, a third of the package.
    renameSync(path.join(unfinished, "node_modules", system, "bin"), folder);
    rmSync(unfinished, { recursive: true });
  }
  const link = path.join(MODULES, ".bin", "node");
  if (!existsSync(link) || readlinkSync(link) !== program) {
    rmSync(link, { force: true });
    symlinkSync(program, link);
  }
  return program;
}

/**
 * Runs npm as a step, and ends the process when it fails.
 *
 * @param {string} title
 * @param {string[]} args
 */
async function npm(title, args) {
  process.stderr.write(`  … ${title}\n`);
  const started = performance.now();
  const log = path.join(ROOT, "target", "logs", `npm-${args[0]}.log`);
  mkdirSync(path.dirname(log), { recursive: true });
  const output = openSync(log, "w");
  const running = spawn("npm", args, { cwd: ROOT, stdio: ["ignore", output, output] });
  const code = await finish(running).catch(() => "it is not in PATH");
  if (code !== 0) {
    const said = readFileSync(log, "utf8");
    if (DISK_FULL_SIGNS.test(said)) fail(DISK_FULL);
    const place = path.relative(ROOT, log);
    fail(`\`npm ${args.join(" ")}\` failed (${code}):\n\n${said.trim()}\n\n(${place})`);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stderr.write(`  ✔ ${title} [${seconds} s]\n`);
}

/** Whether every package that the command needs is there in the version that the lock file names. */
function isInstalled() {
  if (!existsSync(ACCOUNT)) return false;
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
  return JSON.parse(readFileSync(lockFile, "utf8")).packages;
}
