/**
 * `npm run mutants`: changes the rules in one place at a time, and lists the changes that no test
 * notices. Arguments go to cargo-mutants: `-- -p backend -f backend/src/visitors/rate_limits.rs`.
 */
import { WASM_CRATES } from "../build/wasm-package.ts";
import { run } from "../command.ts";
import { openThrowAwayDatabase } from "../postgres.ts";
import { report } from "../process-lifecycle.ts";
import { step } from "../progress.ts";
import { NO_SETTINGS, TARGET_DIR } from "../settings.ts";
import { setUpTool } from "../setup/cargo-tools.ts";

const CARGO_MUTANTS_VERSION = "27.1.0";

export default async function mutants(args: string[]) {
  const tool = await setUpTool("cargo-mutants", CARGO_MUTANTS_VERSION);
  await using database = await openThrowAwayDatabase();
  const what = args.length > 0 ? args : WASM_CRATES.flatMap((crate) => ["-p", crate]);
  const command = ["mutants", "--output", TARGET_DIR, ...what];
  const env = { ...NO_SETTINGS, TEST_DATABASE_URL: database.url };
  await step("mutants", async () => {
    report(await run(tool, command, { log: "mutants", env }));
  });
}
