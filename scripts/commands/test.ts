/**
 * `npm test`: runs the product's tests, or the named ones: `npm test -- rust app desk browser
 * webkit commands`. `firefox` and `bench`, the tests of the benchmark, run only if they are named,
 * and every night. The last line is the sum: `N passed, N failed`, and `, N skipped` if some were.
 */
import { availableParallelism } from "node:os";
import path from "node:path";
import { backendProgram, buildBackend } from "../build/backend.ts";
import { cargo, development } from "../build/cargo.ts";
import { buildPages } from "../build/product.ts";
import { CommandFailure, run } from "../command.ts";
import { openThrowAwayDatabase } from "../postgres.ts";
import { report, reportError, UserError } from "../process-lifecycle.ts";
import { sideBySide, step } from "../progress.ts";
import { NO_SETTINGS, ROOT, TARGET_DIR } from "../settings.ts";
import { setUpChromium, setUpHeadlessShell } from "../setup/chromium.ts";
import { setUpFirefox, setUpJava, setUpWebKit } from "../setup/optional-tools.ts";
import { type Counts, cargoTestFailures, countTests, NONE, sum } from "../test-reports.ts";

/** The environment of all tests. */
const environment: NodeJS.ProcessEnv = {
  ...NO_SETTINGS,
  TEST_BACKEND: backendProgram("dev"),
  TEST_VERDICTS: path.join(TARGET_DIR, "debug", "examples", "verdicts"),
};

const RUST_TESTS = "rust tests' build";

/** The builds that tests need. They run at the same time, before any test. */
const BUILDS = {
  pages: buildPages,
  [RUST_TESTS]: async () => {
    await cargo(["test", "--no-run"], { log: "test-rust-build", env: development() });
  },
  backend: () => buildBackend("dev"),
  java: async () => Object.assign(environment, await setUpJava()),
  chromium: async () => {
    // Playwright starts the shell. Tests of features that the shell does not have start Chromium.
    environment.HEADLESS_SHELL_PATH = await setUpHeadlessShell();
    environment.CHROMIUM_PATH = await setUpChromium();
  },
  webkit: async () => Object.assign(environment, await setUpWebKit()),
  firefox: async () => Object.assign(environment, await setUpFirefox()),
};

type Build = keyof typeof BUILDS;

/** Runs the tests of one kind. */
interface Runner {
  needs: Build[];
  /** returns its output */
  run: () => Promise<string>;
}

const RUNNERS: Record<string, Runner> = {
  rust: {
    needs: [RUST_TESTS],
    run: () =>
      cargo(["test", "--no-fail-fast"], {
        log: "test-rust",
        // Most of these tests mostly wait for Postgres.
        env: {
          ...environment,
          ...development(),
          RUST_TEST_THREADS: String(2 * availableParallelism()),
        },
      }),
  },
  app: vitest("app", ["pages", "java", RUST_TESTS]),
  desk: vitest("desk", ["pages"]),
  browser: playwright("browser", "chromium"),
  webkit: playwright("webkit", "webkit"),
  firefox: playwright("firefox", "firefox"),
  commands: vitest("commands", ["pages", "backend", "chromium"], "scripts"),
  bench: vitest("bench", ["pages", "backend"]),
};

/**
 * The order of the runners: stages of sequences that run at the same time. The tests of one
 * sequence compute while those of the other wait for a database or a browser.
 */
const STAGES = [
  [
    ["rust", "commands"],
    ["app", "desk", "webkit"],
  ],
  [["browser"]],
  [["firefox"], ["bench"]],
];

/** The runners that run only if they are named. */
const NIGHTLY = ["firefox", "bench"];

export default async function test(names: string[]) {
  const counts: Counts[] = [];
  try {
    const chosen = choose(names);
    const builds = await build(chosen);
    await using database = await openThrowAwayDatabase();
    environment.TEST_DATABASE_URL = database.url;
    for (const stage of STAGES) {
      const steps = stage
        .map((sequence) => sequence.filter((name) => chosen.includes(name)))
        .filter((names) => names.length > 0)
        .map((names) => [names.join(", "), () => runAll(names, builds, counts)] as const);
      await sideBySide(Object.fromEntries(steps));
    }
    report("");
  } catch (error) {
    // An error that prevents the tests is a failure, too.
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
  return names.length === 0 ? all.filter((name) => !NIGHTLY.includes(name)) : names;
}

/** Builds what runners need. Returns the promise of each build. A runner whose build failed does not run. */
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

/** Runs runners in sequence, and adds their counts to `counts`. Returns the sum. */
async function runAll(names: string[], builds: Map<Build, Promise<unknown>>, counts: Counts[]) {
  const own: Counts[] = [];
  for (const name of names) own.push(await runTests(name, builds));
  counts.push(...own);
  return shown(sum(own));
}

async function runTests(name: string, builds: Map<Build, Promise<unknown>>): Promise<Counts> {
  const runner = RUNNERS[name];
  try {
    let counted = NONE;
    await step(`${name} tests`, async () => {
      for (const need of runner.needs) await builds.get(need);
      counted = countTests(await runner.run());
      if (counted.passed + counted.skipped === 0) throw new UserError(`No ${name} test was run.`);
      return shown(counted);
    });
    return counted;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const output = error instanceof CommandFailure ? error.output : "";
    report(`\n${cargoTestFailures(output) ?? error.message}\n`);
    // An interrupted runner has failed, even if none of its tests has.
    const counted = countTests(output);
    return { ...counted, failed: Math.max(counted.failed, 1) };
  }
}

/** Returns the runner of a package's vitest tests. */
function vitest(name: string, needs: Build[], folder = name): Runner {
  return {
    needs,
    run: () =>
      run("vitest", ["run", "--reporter=default"], {
        log: `test-${name}`,
        cwd: path.join(ROOT, folder),
        env: environment,
      }),
  };
}

/**
 * Returns the runner of the browser tests in one engine, Playwright's project of that name. Failed
 * tests run again, for a trace, but count as failed.
 */
function playwright(name: string, engine: Build): Runner {
  const test = (log: string, ...args: string[]) =>
    run("playwright", ["test", `--project=${engine}`, "--reporter=list", ...args], {
      log,
      cwd: path.join(ROOT, "e2e"),
      env: environment,
    });
  return {
    needs: ["pages", "backend", engine],
    run: async () => {
      try {
        return await test(`test-${name}`);
      } catch (error) {
        await test(`test-${name}-traced`, "--last-failed", "--trace=on").catch(() => {});
        throw error;
      }
    },
  };
}
