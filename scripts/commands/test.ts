/**
 * `npm test`: runs the product's tests, or the named ones: `npm test -- rust app desk browser
 * webkit commands`. `firefox` and `bench`, the tests of the benchmark, run only if they are named,
 * and every night. What follows one name goes to its runner, as in `npm test -- desk tests/log.test.ts`.
 * The last line is the sum: `N passed, N failed`, and `, N skipped` if some were.
 */
import { availableParallelism } from "node:os";
import path from "node:path";
import { backendProgram, buildBackend } from "../build/backend.ts";
import { cargo, development } from "../build/cargo.ts";
import { buildPages } from "../build/product.ts";
import { PAGE_SETTINGS } from "../build/web.ts";
import { CommandFailure, run } from "../command.ts";
import { openThrowAwayDatabase } from "../postgres.ts";
import { report, reportError, UserError } from "../process-lifecycle.ts";
import { sideBySide, step } from "../progress.ts";
import { NO_SETTINGS, ROOT, TARGET_DIR } from "../settings.ts";
import { setUpChromium, setUpHeadlessShell } from "../setup/chromium.ts";
import { setUpFirefox, setUpJava, setUpWebKit } from "../setup/optional-tools.ts";
import { type Counts, cargoTestFailures, countTests, NONE, sum } from "../test-reports.ts";

const environment: NodeJS.ProcessEnv = {
  ...NO_SETTINGS,
  TEST_BACKEND: backendProgram("dev"),
  TEST_VERDICTS: path.join(TARGET_DIR, "debug", "examples", "verdicts"),
};

const RUST_TESTS = "rust tests' build";

/** The builds that tests need. All start at once. */
const BUILDS = {
  pages: buildPages,
  [RUST_TESTS]: async () => {
    await cargo(["test", "--no-run"], { log: "test-rust-build", env: development() });
  },
  backend: () => buildBackend(),
  java: async () => Object.assign(environment, await setUpJava()),
  chromium: async () => {
    // Playwright starts the shell. Tests of features that the shell does not have start Chromium.
    [environment.HEADLESS_SHELL_PATH, environment.CHROMIUM_PATH] = await Promise.all([
      setUpHeadlessShell(),
      setUpChromium(),
    ]);
  },
  webkit: async () => Object.assign(environment, await setUpWebKit()),
  firefox: async () => Object.assign(environment, await setUpFirefox()),
};

type Build = keyof typeof BUILDS;

interface Runner {
  needs: Build[];
  run: (args: string[]) => Promise<string>;
}

const RUNNERS: Record<string, Runner> = {
  rust: {
    needs: [RUST_TESTS],
    run: (args) =>
      cargo(["test", "--no-fail-fast", ...args], {
        log: "test-rust",
        // Most of these tests mostly wait for Postgres.
        env: {
          ...environment,
          ...development(),
          RUST_TEST_THREADS: String(2 * availableParallelism()),
        },
      }),
  },
  app: vitest("app", ["pages", "java", RUST_TESTS], "app", PAGE_SETTINGS),
  desk: vitest("desk", ["pages"]),
  browser: playwright("browser", "chromium"),
  webkit: playwright("webkit", "webkit"),
  firefox: playwright("firefox", "firefox"),
  commands: vitest("commands", ["pages", "backend", "chromium"], "scripts"),
  bench: vitest("bench", ["pages", "backend"]),
};

/**
 * The sequences of the runners. All run at the same time: the tests of one compute while those of another
 * wait for a database or a browser. A runner begins when its builds are finished.
 */
const SEQUENCES = [
  ["rust", "commands"],
  ["browser", "firefox"],
  ["app", "desk", "webkit", "bench"],
];

/** The runners that run only if they are named. */
const NIGHTLY = ["firefox", "bench"];

export default async function test(args: string[]) {
  const counts: Counts[] = [];
  try {
    const [chosen, forRunner] = choose(args);
    await using database = await openThrowAwayDatabase();
    environment.TEST_DATABASE_URL = database.url;
    const needs = chosen.flatMap((name) => RUNNERS[name].needs);
    const steps = [
      ...needs.map((need) => [need, () => build(need)] as const),
      ...SEQUENCES.map((sequence) => sequence.filter((name) => chosen.includes(name)))
        .filter((names) => names.length > 0)
        .map((names) => [names.join(", "), () => runAll(names, forRunner, counts)] as const),
    ];
    // The runners report failures, those of their builds too.
    await sideBySide(Object.fromEntries(steps)).catch(() => {});
    report("");
  } catch (error) {
    // An error that prevents the tests is a failure, too.
    counts.push({ ...NONE, failed: 1 });
    reportError(error);
  }
  process.stdout.write(`${shown(sum(counts))}${missingTools()}\n`);
  return sum(counts).failed > 0 ? 1 : 0;
}

function shown({ passed, failed, skipped }: Counts) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** Returns the reasons for skipped tests: the tools that are missing and may not be installed. */
function missingTools() {
  const reasons = Object.entries(environment).filter(([name]) => name.endsWith("_MISSING"));
  return reasons.map(([, reason]) => `; ${reason}`).join("");
}

/** Returns the runners that are named, or all that are not nightly, and the arguments of a single one. */
function choose(args: string[]): [names: string[], forRunner: string[]] {
  const all = Object.keys(RUNNERS);
  const end = args.findIndex((arg) => !(arg in RUNNERS));
  const names = end < 0 ? args : args.slice(0, end);
  if (end >= 0 && names.length !== 1) {
    throw new UserError(`There are no tests called "${args[end]}": choose from ${all.join(", ")}.`);
  }
  if (names.length === 0) return [all.filter((name) => !NIGHTLY.includes(name)), []];
  return [names, args.slice(names.length)];
}

const builds = new Map<Build, Promise<unknown>>();

/** Runs a build, once. */
function build(need: Build) {
  const building = builds.get(need) ?? BUILDS[need]();
  builds.set(need, building);
  return building;
}

/** Runs runners in sequence, and adds their counts to `counts`. Returns the sum. */
async function runAll(names: string[], args: string[], counts: Counts[]) {
  const own: Counts[] = [];
  for (const name of names) own.push(await runTests(name, args));
  counts.push(...own);
  return shown(sum(own));
}

async function runTests(name: string, args: string[]): Promise<Counts> {
  const runner = RUNNERS[name];
  try {
    let counted = NONE;
    await step(`${name} tests`, async () => {
      await Promise.all(runner.needs.map(build));
      counted = countTests(await runner.run(args));
      if (counted.passed + counted.skipped === 0) throw new UserError(`No ${name} test was run.`);
      return shown(counted);
    });
    return counted;
  } catch (error) {
    const output = error instanceof CommandFailure ? error.output : "";
    const failures = cargoTestFailures(output);
    if (failures) report(`\n${failures}\n`);
    else reportError(error);
    // An interrupted runner has failed, even if none of its tests has.
    const counted = countTests(output);
    return { ...counted, failed: Math.max(counted.failed, 1) };
  }
}

function vitest(name: string, needs: Build[], folder = name, settings = {}): Runner {
  return {
    needs,
    run: (args) =>
      run("vitest", ["run", "--reporter=default", ...args], {
        log: `test-${name}`,
        cwd: path.join(ROOT, folder),
        env: { ...environment, ...settings },
      }),
  };
}

/** Returns the runner of the browser tests in one engine, Playwright's project of that name. */
function playwright(name: string, engine: Build): Runner {
  return {
    needs: ["pages", "backend", engine],
    run: (args) =>
      run("playwright", ["test", `--project=${engine}`, "--reporter=list", ...args], {
        log: `test-${name}`,
        cwd: path.join(ROOT, "e2e"),
        env: environment,
      }),
  };
}
