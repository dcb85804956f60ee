/**
 * The server against its own description: schemathesis reads `/api/openapi.json` and sends what the
 * description allows and what it forbids, a few hundred requests for each operation, and looks
 * whether the answers are as described. `api.toml` says what is checked and what is not.
 *
 *     node scripts/stress/api.mjs [--rounds N] [--seed N]
 *
 * does this alone, on the released server and a database that goes with it.
 */
import { randomInt } from "node:crypto";
import { realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildBackend } from "../build/backend.mjs";
import { buildSite } from "../build/site.mjs";
import { buildWasmPackage } from "../build/wasm-package.mjs";
import { CommandFailure, run, workspaceEnvironment } from "../command.mjs";
import { openThrowAwayDatabase } from "../postgres.mjs";
import { main, UserError } from "../process-lifecycle.mjs";
import { startSite } from "../product.mjs";
import { report, step } from "../progress.mjs";
import { setUp } from "../set-up.mjs";
import { LOG_DIR, shownPath } from "../settings.mjs";
import { setUpSchemathesis } from "../setup/schemathesis.mjs";

const CONFIGURATION = fileURLToPath(new URL("./api.toml", import.meta.url));

const ANON_KEY = "stress-test-key";

/** The most that these settings take: what is tried here is not how much the server takes. */
const WIDE = "1000000";

/** The log's name. */
const LOG = "stress-api";

/**
 * One line of the findings.
 *
 * @typedef {object} Finding
 * @property {string} what
 * @property {string} many
 * @property {string} result
 * @property {string} required
 * @property {boolean} held
 */

/**
 * @param {object} options
 * @param {number} options.seed
 * @param {number} [options.rounds] how many requests are made up for each operation and kind
 * @returns {Promise<Finding[]>}
 */
export async function api({ seed, rounds = 300 }) {
  const schemathesis = await setUpSchemathesis();
  const database = await openThrowAwayDatabase();
  process.env.TEST_DATABASE_URL = database.url;
  const site = await startSite({
    env: {
      ANON_KEY,
      LEADS_PER_ADDRESS_PER_HOUR: WIDE,
      MAILS_PER_ADDRESS_PER_HOUR: WIDE,
      CLICKS_PER_ADDRESS_PER_HOUR: WIDE,
    },
  });
  const { said, failed } = await outcomeOf(
    run(
      schemathesis,
      [
        ...["--config-file", CONFIGURATION, "run", `${site.url}/api/openapi.json`],
        ...["--seed", String(seed), "--max-examples", String(rounds)],
        ...["--continue-on-failure", "--no-color"],
      ],
      { log: LOG, env: { ...workspaceEnvironment(), ANON_KEY } },
    ),
  );
  await site.stop();
  await database.stop();

  const requests = Number(/(\d+) generated/.exec(said)?.[1] ?? Number.NaN);
  const failures = Number(/(\d+) unique failures?/.exec(said)?.[1] ?? 0);
  return [
    {
      what: "answers that are not as described",
      many: requests.toLocaleString("en"),
      result: String(failures),
      required: "0",
      held: !failed && requests > 0,
    },
  ];
}

/**
 * What it printed, and whether it failed: then what it found is shown.
 *
 * @param {Promise<string>} running
 */
async function outcomeOf(running) {
  try {
    return { said: await running, failed: false };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const [, failures = error.message] =
      /^=+ (?:FAILURES|ERRORS) =+$\n([\s\S]*)^=+ SUMMARY =+$/m.exec(error.output) ?? [];
    report(`\n${failures.trim()}\n`);
    return { said: error.output, failed: true };
  }
}

if (realpathSync(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const { rounds, seed = String(randomInt(2 ** 32)) } = parseArgs({
      options: { rounds: { type: "string" }, seed: { type: "string" } },
    }).values;
    await setUp();
    await buildWasmPackage();
    await buildSite();
    await buildBackend();
    report(`\n  The seed is ${seed}.\n`);
    const [finding] = await step("api", () =>
      api({ seed: Number(seed), rounds: rounds ? Number(rounds) : undefined }),
    );
    const { what, many, result } = finding;
    process.stdout.write(`${what}: ${result} of ${many} (seed ${seed})\n`);
    if (finding.held) return 0;
    throw new UserError(
      `The server does not do as it says: see ${shownPath(path.join(LOG_DIR, `${LOG}.log`))}.`,
    );
  });
}
