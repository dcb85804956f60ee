/**
 * `npm run coverage`: how much of the server, the rules and the pages' code their tests run, as two
 * tables. Not counted: what the browser tests and the stress suite run.
 */
import path from "node:path";
import { buildPages } from "../build/product.ts";
import { run } from "../command.ts";
import { openThrowAwayDatabase } from "../postgres.ts";
import { report } from "../process-lifecycle.ts";
import { step } from "../progress.ts";
import { NO_SETTINGS, ROOT } from "../settings.ts";
import { setUpTool } from "../setup/cargo-tools.ts";

const CARGO_LLVM_COV_VERSION = "0.9.1";

export default async function coverage() {
  const bin = await setUpTool("cargo-llvm-cov", "cargo-llvm-cov", CARGO_LLVM_COV_VERSION);
  await run("rustup", ["component", "add", "llvm-tools"], { log: "install-llvm-tools" });
  await buildPages();
  await using database = await openThrowAwayDatabase();
  const env = { ...NO_SETTINGS, TEST_DATABASE_URL: database.url };
  const rust = await step("coverage of Rust", () =>
    run(path.join(bin, "cargo-llvm-cov"), ["llvm-cov", "--workspace"], {
      log: "coverage-rust",
      env,
    }),
  );
  report(rust.slice(rust.lastIndexOf("\nFilename")));
  const app = await step("coverage of the pages", () =>
    run("vitest", ["run", "--coverage", "--coverage.include=src", "--coverage.reporter=text"], {
      log: "coverage-app",
      cwd: path.join(ROOT, "app"),
      env,
    }),
  );
  report(app.slice(app.lastIndexOf("% Coverage report")));
}
