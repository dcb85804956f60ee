/**
 * `npm test`: every test there is. `npm test -- rust app desk browser engines bench commands` runs those that
 * are named. The last line is the sum over all: `N passed, N failed`, with `, N skipped` if some were.
 */
import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { backendProgram, buildBackend } from "../build/backend.ts";
import { cargo } from "../build/cargo.ts";
import { buildPages } from "../build/product.ts";
import { CommandFailure, run } from "../command.ts";
import { openThrowAwayDatabase } from "../postgres.ts";
import { report, reportError, UserError } from "../process-lifecycle.ts";
import { sideBySide, step } from "../progress.ts";
import { NO_SETTINGS, ROOT, TARGET_DIR } from "../settings.ts";
import { setUpChromium } from "../setup/chromium.ts";
import { setUpEngines, setUpJava } from "../setup/optional-tools.ts";
import {
  type Counts,
  cargoTestFailures,
  countCargoTests,
  countPlaywrightTests,
  countVitestTests,
  NONE,
  sum,
} from "../test-reports.ts";

const REPORTS = path.join(TARGET_DIR, "test-reports");

/** The environment of all tests. */
const environment: NodeJS.ProcessEnv = { ...NO_SETTINGS, TEST_BACKEND: backendProgram("dev") };

/** What tests need. All of it is made at the same time, before any test runs. */
const BUILDS = {
  pages: buildPages,
  "rust tests' build": async () => {
    await cargo(["test", "--workspace", "--no-run"], { log: "test-rust-build" });
  },
  backend: () => buildBackend("dev"),
  java: async () => Object.assign(environment, await setUpJava()),
  // The Playwright configuration starts the browser of CHROMIUM_PATH.
  chromium: async () => Object.assign(environment, { CHROMIUM_PATH: await setUpChromium() }),
  engines: async () => Object.assign(environment, await setUpEngines()),
};

type Build = keyof typeof BUILDS;

/** A runner answers what it printed; its tests are counted also when it fails. */
interface Runner {
  needs: Build[];
  run: () => Promise<string>;
  count: (output: string) => Counts;
  /** the part of its output that tells what failed, where that does not stand at the end */
  failures?: (output: string) => string | undefined;
}

const RUNNERS: Record<string, Runner> = {
  rust: {
    needs: ["rust tests' build"],
    run: () =>
      cargo(["test", "--workspace", "--no-fail-fast"], {
        log: "test-rust",
        // Most of them wait for Postgres for most of their time.
        env: { ...environment, RUST_TEST_THREADS: String(2 * availableParallelism()) },
      }),
    count: countCargoTests,
    failures: cargoTestFailures,
  },
  app: vitest("app", ["pages", "java"]),
  desk: vitest("desk", []),
  browser: playwright("browser", "chromium", ["--project=chromium"]),
  // Two at a time: much of a test is a browser that starts.
  engines: playwright("engines", "engines", [
    ...["--project=webkit", "--project=firefox", "--workers=2"],
  ]),
  bench: vitest("bench", ["pages", "backend"]),
  commands: vitest("commands", ["pages", "backend", "chromium"], "scripts"),
};

export default async function test(names: string[]) {
  const counts: Counts[] = [];
  try {
    const chosen = choose(names);
    const builds = await build(chosen);
    await using database = await openThrowAwayDatabase();
    environment.TEST_DATABASE_URL = database.url;
    for (const name of chosen) counts.push(await runTests(name, builds));
    report("");
  } catch (error) {
    // What keeps the tests from running is a failure too.
    counts.push({ ...NONE, failed: 1 });
    reportError(error);
  }
  process.stdout.write(`${shown(sum(counts))}\n`);
  return sum(counts).failed > 0 ? 1 : 0;
}

function shown({ passed, failed, skipped }: Counts) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

function choose(names: string[]) {
  const unknown = names.find((name) => !(name in RUNNERS));
  const all = Object.keys(RUNNERS);
  if (unknown) {
    throw new UserError(`There are no tests called "${unknown}": choose from ${all.join(", ")}.`);
  }
  return names.length === 0 ? all : all.filter((name) => names.includes(name));
}

/** Makes what runners need. Answers how that went: only those that need what failed do not run. */
async function build(chosen: string[]) {
  const builds = new Map<Build, Promise<unknown>>();
  const steps = chosen
    .flatMap((name) => RUNNERS[name].needs)
    .map((need) => {
      const work = () => {
        const building = BUILDS[need]();
        builds.set(need, building);
        return building;
      };
      return [need, work];
    });
  await sideBySide(Object.fromEntries(steps)).catch(() => {});
  return builds;
}

async function runTests(name: string, builds: Map<Build, Promise<unknown>>): Promise<Counts> {
  const runner = RUNNERS[name];
  mkdirSync(REPORTS, { recursive: true });
  rmSync(reportOf(name), { force: true });
  let counted = NONE;
  try {
    await step(`${name} tests`, async () => {
      for (const need of runner.needs) await builds.get(need);
      try {
        counted = runner.count(await runner.run());
      } catch (error) {
        if (error instanceof CommandFailure) counted = runner.count(error.output);
        throw error;
      }
      if (counted.failed > 0) throw new UserError(`${counted.failed} of the ${name} tests failed.`);
      if (counted.passed + counted.skipped === 0) throw new UserError(`No ${name} test was run.`);
      return shown(counted);
    });
    return counted;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const told = error instanceof CommandFailure ? runner.failures?.(error.output) : undefined;
    report(`\n${told ?? error.message}\n`);
    // A runner that broke off has failed, even if none of its tests says so.
    return { ...counted, failed: Math.max(counted.failed, 1) };
  }
}

/** The tests of a package, by vitest. */
function vitest(name: string, needs: Build[], folder = name): Runner {
  const file = reportOf(name);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  return {
    needs,
    run: () =>
      run("vitest", ["run", ...reporters], {
        log: `test-${name}`,
        cwd: path.join(ROOT, folder),
        env: environment,
      }),
    count: () => countVitestTests(file),
  };
}

/** The browser tests in one or more engines, by Playwright. */
function playwright(name: string, browser: Build, args: string[]): Runner {
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

function reportOf(name: string) {
  return path.join(REPORTS, `${name}.json`);
}
