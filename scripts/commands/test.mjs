/**
 * `npm test`: every test there is. `npm test -- rust app browser engines bench` runs those that are named. The
 * last line is the sum over all: `N passed, N failed`, with `, N skipped` if some were.
 */
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { buildBackend } from "./build/backend.mjs";
import { cargo, TARGET_DIR } from "./build/cargo.mjs";
import { buildSite } from "./build/site.mjs";
import { buildWasmPackage } from "./build/wasm-package.mjs";
import { CommandFailure, run, workspaceEnvironment } from "./command.mjs";
import { openThrowAwayDatabase } from "./postgres.mjs";
import { main, UserError } from "./process-lifecycle.mjs";
import { report, step } from "./progress.mjs";
import { setUp } from "./set-up.mjs";
import { environmentWithoutSettings } from "./settings.mjs";
import { setUpChromium } from "./setup/chromium.mjs";
import { setUpEngines, setUpJava } from "./setup/optional-tools.mjs";
import {
  cargoTestFailures,
  countCargoTests,
  countPlaywrightTests,
  countVitestTests,
} from "./test-reports.mjs";

/** @typedef {import("./test-reports.mjs").Counts} Counts */

const REPORTS = path.join(TARGET_DIR, "test-reports");

/**
 * A runner answers what it printed; its tests are counted also when it fails.
 *
 * @typedef {object} Runner
 * @property {string} name
 * @property {(() => Promise<void>)[]} builds what it needs
 * @property {(databaseUrl: string) => Promise<string>} run
 * @property {(output: string) => Counts} count
 * @property {(output: string) => string | undefined} [failures] the part of its output that tells
 *   what failed, where that does not stand at the end
 */

/** @type {Runner[]} */
const RUNNERS = [
  {
    name: "rust",
    builds: [],
    run: (databaseUrl) =>
      cargo(["test", "--workspace", "--no-fail-fast"], {
        log: "test-rust",
        env: testEnvironment(databaseUrl),
      }),
    count: countCargoTests,
    failures: cargoTestFailures,
  },
  {
    name: "app",
    builds: [buildSite, findJava],
    run: (databaseUrl) =>
      run(
        "npm",
        [
          ...["run", "test", "--workspace=app", "--"],
          ...["--reporter=default", "--reporter=json", `--outputFile.json=${reportOf("app")}`],
        ],
        { log: "test-app", env: testEnvironment(databaseUrl) },
      ),
    count: () => countVitestTests(reportOf("app")),
  },
  {
    name: "browser",
    builds: [buildSite, buildBackend, findBrowser],
    run: (databaseUrl) => playwright("browser", ["--project=chromium"], databaseUrl),
    count: () => countPlaywrightTests(reportOf("browser")),
  },
  {
    name: "engines",
    builds: [buildSite, buildBackend, findEngines],
    // Two at a time: much of a test is a browser that starts.
    run: (databaseUrl) =>
      playwright("engines", ["--project=webkit", "--project=firefox", "--workers=2"], databaseUrl),
    count: () => countPlaywrightTests(reportOf("engines")),
  },
  {
    name: "bench",
    builds: [buildSite, buildBackend],
    run: (databaseUrl) =>
      run(
        "vitest",
        [
          ...["run", "--root=bench"],
          ...["--reporter=default", "--reporter=json", `--outputFile.json=${reportOf("bench")}`],
        ],
        { log: "test-bench", env: testEnvironment(databaseUrl) },
      ),
    count: () => countVitestTests(reportOf("bench")),
  },
];

/** The builds that were made already. */
const built = new Set();

/** @type {Counts} */
const sum = { passed: 0, failed: 0, skipped: 0 };

function printSum() {
  process.stdout.write(`${shown(sum)}\n`);
}

/** @param {Counts} counts */
function shown({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

await main(
  async () => {
    const chosen = choose(process.argv.slice(2));
    await setUp();
    await buildWasmPackage();
    const database = await openThrowAwayDatabase();
    for (const runner of chosen) await runTests(runner, database.url);
    await database.stop();
    report("");
    printSum();
    return sum.failed > 0 ? 1 : 0;
  },
  () => {
    // What keeps the tests from running is a failure too.
    sum.failed += 1;
    printSum();
  },
);

/** @param {string[]} names */
function choose(names) {
  const unknown = names.find((name) => !RUNNERS.some((runner) => runner.name === name));
  if (unknown) {
    throw new UserError(
      `There are no tests called "${unknown}": choose from ${RUNNERS.map(({ name }) => name).join(", ")}.`,
    );
  }
  return names.length === 0 ? RUNNERS : RUNNERS.filter(({ name }) => names.includes(name));
}

/**
 * @param {Runner} runner
 * @param {string} databaseUrl
 */
async function runTests(runner, databaseUrl) {
  mkdirSync(REPORTS, { recursive: true });
  rmSync(reportOf(runner.name), { force: true });
  let counted = { passed: 0, failed: 0, skipped: 0 };
  try {
    for (const build of runner.builds) {
      if (built.has(build)) continue;
      await build();
      built.add(build);
    }
    await step(`${runner.name} tests`, async () => {
      let output = "";
      /** @type {unknown} */
      let failure;
      try {
        output = await runner.run(databaseUrl);
      } catch (error) {
        if (!(error instanceof CommandFailure)) throw error;
        output = error.output;
        failure = error;
      }
      counted = runner.count(output);
      if (failure) throw failure;
      if (counted.failed > 0)
        throw new UserError(`${counted.failed} of the ${runner.name} tests failed.`);
      if (counted.passed + counted.skipped === 0)
        throw new UserError(`No ${runner.name} test was run.`);
      return shown(counted);
    });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // A runner that broke off has failed, even if none of its tests says so.
    counted.failed = Math.max(counted.failed, 1);
    const told = error instanceof CommandFailure ? runner.failures?.(error.output) : undefined;
    report(`\n${told ?? error.message}\n`);
  }
  sum.passed += counted.passed;
  sum.failed += counted.failed;
  sum.skipped += counted.skipped;
}

/** The app's Playwright configuration starts the browser of CHROMIUM_PATH. */
async function findBrowser() {
  process.env.CHROMIUM_PATH = await setUpChromium();
}

async function findEngines() {
  Object.assign(process.env, await setUpEngines());
}

async function findJava() {
  Object.assign(process.env, await setUpJava());
}

/**
 * @param {string} name the runner's
 * @param {string[]} args
 * @param {string} databaseUrl
 */
function playwright(name, args, databaseUrl) {
  return run("npm", ["run", "test:e2e", "--workspace=app", "--", "--reporter=list,json", ...args], {
    log: `test-${name}`,
    env: { ...testEnvironment(databaseUrl), PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(name) },
  });
}

/** @param {string} databaseUrl */
function testEnvironment(databaseUrl) {
  const { PATH } = workspaceEnvironment();
  return { ...environmentWithoutSettings(), PATH, TEST_DATABASE_URL: databaseUrl };
}

/** @param {string} name */
function reportOf(name) {
  return path.join(REPORTS, `${name}.json`);
}
