/**
 * The server against its own description: schemathesis reads `/api/openapi.json` and sends what the
 * description allows and what it forbids, a few hundred requests for each operation, and looks
 * whether the answers are as described. `api.toml` says what is checked and what is not.
 */
import { fileURLToPath } from "node:url";
import { CommandFailure, run } from "../../scripts/command.mjs";
import { openThrowAwayDatabase } from "../../scripts/postgres.mjs";
import { report } from "../../scripts/process-lifecycle.mjs";
import { startSite } from "../../scripts/product.mjs";
import { setUpSchemathesis } from "../schemathesis.mjs";

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
      { log: LOG, env: { ANON_KEY } },
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
