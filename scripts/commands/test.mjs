/**
 * `npm test`: every test there is. `npm test -- rust app browser engines bench commands` runs those that
 * are named. The last line is the sum over all: `N passed, N failed`, with `, N skipped` if some were.
 */
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { backendProgram, buildBackend } from "../build/backend.mjs";
import { cargo } from "../build/cargo.mjs";
import { buildPages } from "../build/product.mjs";
import { CommandFailure, run } from "../command.mjs";
import { openThrowAwayDatabase } from "../postgres.mjs";
import { report, reportError, UserError } from "../process-lifecycle.mjs";
import { sideBySide, step } from "../progress.mjs";
import { NO_SETTINGS, ROOT, TARGET_DIR } from "../settings.mjs";
import { setUpChromium } from "../setup/chromium.mjs";
import { setUpEngines, setUpJava } from "../setup/optional-tools.mjs";
import {
  cargoTestFailures,
  countCargoTests,
  countPlaywrightTests,
  countVitestTests,
} from "../test-reports.mjs";

/** @typedef {import("../test-reports.mjs").Counts} Counts */

const REPORTS = path.join(TARGET_DIR, "test-reports");

/** The environment of all tests. @type {NodeJS.ProcessEnv} */
const environment = { ...NO_SETTINGS, TEST_BACKEND: backendProgram("dev") };

/** What tests need. All of it is made at the same time, before any test runs. */
const BUILDS = {
  pages: buildPages,
  "rust tests' build": () => cargo(["test", "--workspace", "--no-run"], { log: "test-rust-build" }),
  backend: () => buildBackend("dev"),
  java: async () => Object.assign(environment, await setUpJava()),
  // The Playwright configuration starts the browser of CHROMIUM_PATH.
  chromium: async () => Object.assign(environment, { CHROMIUM_PATH: await setUpChromium() }),
  engines: async () => Object.assign(environment, await setUpEngines()),
};

/**
 * A runner answers what it printed; its tests are counted also when it fails.
 *
 * @typedef {object} Runner
 * @property {(keyof typeof BUILDS)[]} needs
 * @property {() => Promise<string>} run
 * @property {(output: string) => Counts} count
 * @property {(output: string) => string | undefined} [failures] the part of its output that tells
 *   what failed, where that does not stand at the end
 */

/** @type {Record<string, Runner>} */
const RUNNERS = {
  rust: {
    needs: ["rust tests' build"],
    run: () =>
      cargo(["test", "--workspace", "--no-fail-fast"], { log: "test-rust", env: environment }),
    count: countCargoTests,
    failures: cargoTestFailures,
  },
  app: vitest("app", ["pages", "java"]),
  browser: playwright("browser", "chromium", ["--project=chromium"]),
  // Two at a time: much of a test is a browser that starts.
  engines: playwright("engines", "engines", [
    ...["--project=webkit", "--project=firefox", "--workers=2"],
  ]),
  bench: vitest("bench", ["pages", "backend"]),
  commands: vitest("scripts", ["pages", "backend", "chromium"]),
};

/** @param {string[]} names */
export default async function test(names) {
  /** @type {Counts} */
  const sum = { passed: 0, failed: 0, skipped: 0 };
  try {
    const chosen = choose(names);
    const failedBuilds = await build(chosen);
    const database = await openThrowAwayDatabase();
    environment.TEST_DATABASE_URL = database.url;
    for (const name of chosen) {
      const counts = await runTests(name, failedBuilds);
      sum.passed += counts.passed;
      sum.failed += counts.failed;
      sum.skipped += counts.skipped;
    }
    await database.stop();
    report("");
  } catch (error) {
    // What keeps the tests from running is a failure too.
    sum.failed += 1;
    reportError(error);
  }
  process.stdout.write(`${shown(sum)}\n`);
  return sum.failed > 0 ? 1 : 0;
}

/** @param {Counts} counts */
function shown({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** @param {string[]} names */
function choose(names) {
  const unknown = names.find((name) => !(name in RUNNERS));
  const all = Object.keys(RUNNERS);
  if (unknown) {
    throw new UserError(`There are no tests called "${unknown}": choose from ${all.join(", ")}.`);
  }
  return names.length === 0 ? all : all.filter((name) => names.includes(name));
}

/**
 * Makes what the runners need. Answers what failed: only those that need it do not run.
 *
 * @param {string[]} chosen
 */
async function build(chosen) {
  const needed = new Set(chosen.flatMap((name) => RUNNERS[name].needs));
  /** @type {Map<string, unknown>} */
  const failed = new Map();
  const steps = [...needed].map((name) => [
    name,
    async () => {
      try {
        const answer = await BUILDS[name]();
        return answer === "unchanged" ? answer : undefined;
      } catch (error) {
        failed.set(name, error);
        throw error;
      }
    },
  ]);
  await sideBySide(Object.fromEntries(steps)).catch(() => {});
  return failed;
}

/**
 * @param {string} name
 * @param {Map<string, unknown>} failedBuilds
 */
async function runTests(name, failedBuilds) {
  const runner = RUNNERS[name];
  mkdirSync(REPORTS, { recursive: true });
  rmSync(reportOf(name), { force: true });
  let counted = { passed: 0, failed: 0, skipped: 0 };
  try {
    await step(`${name} tests`, async () => {
      for (const need of runner.needs) if (failedBuilds.has(need)) throw failedBuilds.get(need);
      let output = "";
      /** @type {unknown} */
      let failure;
      try {
        output = await runner.run();
      } catch (error) {
        if (!(error instanceof CommandFailure)) throw error;
        output = error.output;
        failure = error;
      }
      counted = runner.count(output);
      if (failure) throw failure;
      if (counted.failed > 0) throw new UserError(`${counted.failed} of the ${name} tests failed.`);
      if (counted.passed + counted.skipped === 0) throw new UserError(`No ${name} test was run.`);
      return shown(counted);
    });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // A runner that broke off has failed, even if none of its tests says so.
    counted.failed = Math.max(counted.failed, 1);
    const told = error instanceof CommandFailure ? runner.failures?.(error.output) : undefined;
    report(`\n${told ?? error.message}\n`);
  }
  return counted;
}

/**
 * The tests of a package, by vitest.
 *
 * @param {string} folder the package's
 * @param {Runner["needs"]} needs
 * @returns {Runner}
 */
function vitest(folder, needs) {
  const file = reportOf(folder === "scripts" ? "commands" : folder);
  return {
    needs,
    run: () =>
      run("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`], {
        log: `test-${folder}`,
        cwd: path.join(ROOT, folder),
        env: environment,
      }),
    count: () => countVitestTests(file),
  };
}

/**
 * The browser tests in one or more engines, by Playwright.
 *
 * @param {string} name the runner's
 * @param {keyof typeof BUILDS} browser
 * @param {string[]} args
 * @returns {Runner}
 */
function playwright(name, browser, args) {
  return {
    needs: ["pages", "backend", browser],
    run: () =>
      run("npm", ["run", "test", "--workspace=e2e", "--", "--reporter=list,json", ...args], {
        log: `test-${name}`,
        env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(name) },
      }),
    count: () => countPlaywrightTests(reportOf(name)),
  };
}

/** @param {string} name */
function reportOf(name) {
  return path.join(REPORTS, `${name}.json`);
}
