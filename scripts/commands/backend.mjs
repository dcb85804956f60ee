/**
 * `npm run leads`, `npm run outbox` and `npm run backend`: the owner's commands, on the database of
 * the site. Arguments go to the backend as they are (`npm run backend -- --help` explains them).
 * Standard output holds nothing but what the backend says.
 */
import { existsSync } from "node:fs";
import { BACKEND, buildBackend } from "../build/backend.mjs";
import { run } from "../command.mjs";
import { openSiteDatabase } from "../postgres.mjs";
import { step } from "../progress.mjs";
import { startService } from "../service.mjs";
import { setting } from "../settings.mjs";

/** @param {string[]} args */
export default async function backend(args) {
  if (!existsSync(BACKEND)) await step("backend", () => buildBackend());
  const database = await openSiteDatabase();
  const env = { DATABASE_URL: database.url };
  // An embedded database that has never been served has no tables yet.
  if (!setting("DATABASE_URL")) await run(BACKEND, ["migrate"], { log: "migrate", env });
  return startService(BACKEND, args, { env, output: "inherit" }).ended;
}
