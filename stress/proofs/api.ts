/**
 * Tests the server against its own description: schemathesis reads `/api/openapi.json`, sends a few hundred
 * valid and invalid requests for each operation, and checks the responses. `api.toml` configures the checks.
 */
import path from "node:path";
import { BACKEND } from "../../scripts/build/backend.ts";
import { CommandFailure, run } from "../../scripts/command.ts";
import { openThrowAwayDatabase } from "../../scripts/postgres.ts";
import { report } from "../../scripts/process-lifecycle.ts";
import { setting } from "../../scripts/settings.ts";
import { startSite } from "../../scripts/test-site.ts";
import type { Finding } from "../audit/findings.ts";
import type { Options } from "../options.ts";
import { setUpSchemathesis } from "../schemathesis.ts";

const CONFIGURATION = path.join(import.meta.dirname, "api.toml");

/** The key that the site was built with. */
const ANON_KEY = setting("ANON_KEY") ?? "";

/** The person who is signed in to the desk. */
const PERSON = "owner@example.com";

/** The highest value of the rate limits, which aren't tested here. */
const WIDE = "1000000";

/** `rounds` is the number of requests for each operation and kind. */
export async function api({ seed, rounds = 300 }: Options): Promise<Finding[]> {
  const schemathesis = await setUpSchemathesis();
  await using database = await openThrowAwayDatabase();
  process.env.TEST_DATABASE_URL = database.url;
  const desk = {
    DESK_EMAILS: PERSON,
    // With https the cookie has the name in the description.
    PUBLIC_URL: "https://localhost",
  };
  await using site = await startSite({
    ANON_KEY,
    ...desk,
    LEADS_PER_ADDRESS_PER_HOUR: WIDE,
    MAILS_PER_ADDRESS_PER_HOUR: WIDE,
    CLICKS_PER_ADDRESS_PER_HOUR: WIDE,
  });
  const token = await photoToken(site.url);
  const session = await signIn(site.url, { ...desk, DATABASE_URL: site.databaseUrl });
  const { output, failed } = await outcomeOf(
    run(
      schemathesis,
      [
        ...["--config-file", CONFIGURATION, "run", `${site.url}/api/openapi.json`],
        ...["--seed", String(seed), "--max-examples", String(rounds)],
        ...["--continue-on-failure", "--no-color"],
      ],
      { log: "stress-api", env: { ANON_KEY, DESK_SESSION: session, PHOTO_TOKEN: token } },
    ),
  );

  const requests = Number(/(\d+) generated/.exec(output)?.[1] ?? Number.NaN);
  const failures = Number(/(\d+) unique failures?/.exec(output)?.[1] ?? 0);
  return [
    {
      what: "responses that are not as described",
      many: requests.toLocaleString("en"),
      result: String(failures),
      required: "0",
      passed: !failed && requests > 0,
    },
  ];
}

/** Returns a token for a lead's photos: the value of its visitor's cookie. */
async function photoToken(url: string) {
  const answer = await fetch(`${url}/contact`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({
      ...{ firstName: "Ada", lastName: "Quercus", phone: "404-555-0123" },
      ...{ address: "1 Oak Street", service: "Tree Removal", urgency: "routine" },
    }),
  });
  return cookieOf(answer, "photo_token");
}

/** Returns a session of the desk: the value of its cookie. */
async function signIn(url: string, env: Record<string, string>) {
  const printed = await run(BACKEND, ["desk", "link", PERSON], { log: "stress-api-link", env });
  const [, token] = /#sign-in=(\S+)/.exec(printed) ?? [];
  const answer = await fetch(`${url}/api/desk/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  return cookieOf(answer, "__Host-desk");
}

async function cookieOf(answer: Response, name: string) {
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(/[=;]/, 2));
  const value = cookies.find(([found]) => found === name)?.[1];
  if (!value) throw new Error(`no ${name}: ${answer.status} ${await answer.text()}`);
  return value;
}

/** Returns a command's output and whether it failed; reports the output of a failed one. */
async function outcomeOf(running: Promise<string>) {
  try {
    return { output: await running, failed: false };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const [, failures = error.message] =
      /^=+ (?:FAILURES|ERRORS) =+$\n([\s\S]*)^=+ SUMMARY =+$/m.exec(error.output) ?? [];
    report(`\n${failures.trim()}\n`);
    return { output: error.output, failed: true };
  }
}
