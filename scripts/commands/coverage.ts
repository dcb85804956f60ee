/**
 * `npm run coverage`: measures how much of the Rust code and of the pages the tests run, as two
 * tables, without the browser tests and the stress suite. If rustup cannot download LLVM's tools,
 * LLVM_COV and LLVM_PROFDATA set others (Debian's package llvm-19 has them).
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
  const tool = await setUpTool("cargo-llvm-cov", CARGO_LLVM_COV_VERSION);
  if (!process.env.LLVM_COV) {
    await run("rustup", ["component", "add", "llvm-tools"], { log: "install-llvm-tools" });
  }
  await buildPages();
  await using database = await openThrowAwayDatabase();
  const env = { ...NO_SETTINGS, TEST_DATABASE_URL: database.url };
  await step("coverage of Rust", async () => {
    const rust = await run(tool, ["llvm-cov", "--workspace"], { log: "coverage-rust", env });
    report(rust.slice(rust.lastIndexOf("\nFilename")));
  });
  await step("coverage of the pages", async () => {
    const command = ["run", "--coverage", "--coverage.include=src", "--coverage.reporter=text"];
    const cwd = path.join(ROOT, "app");
    const app = await run("vitest", command, { log: "coverage-app", cwd, env });
    report(app.slice(app.lastIndexOf("% Coverage report")));
  });
}
