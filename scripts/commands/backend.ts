/**
 * `npm run leads`, `npm run outbox`, and `npm run backend`: the owner's commands on the site's database. All
 * arguments go to the backend (`npm run backend -- --help` lists them), and standard output is the backend's.
 */
import { existsSync } from "node:fs";
import { BACKEND, buildBackend } from "../build/backend.ts";
import { attempt } from "../command.ts";
import { openSiteDatabase } from "../postgres.ts";
import { step } from "../progress.ts";
import { startService } from "../service.ts";
import { setting } from "../settings.ts";

/** The commands that need the tables. (`check` reports missing ones, `serve` creates them.) */
const NEED_TABLES = ["leads", "outbox"];

export default async function backend(args: string[]) {
  if (!existsSync(BACKEND)) await step("backend", () => buildBackend());
  const database = await openSiteDatabase();
  const env = { DATABASE_URL: database.url };
  // A new embedded database has no tables. If creating them fails, the command reports the reason.
  if (!setting("DATABASE_URL") && NEED_TABLES.includes(args[0])) {
    await attempt(BACKEND, ["migrate"], { log: "migrate", env });
  }
  return startService(BACKEND, args, { env, output: "inherit" }).ended;
}
