/**
 * `npm run leads`, `npm run outbox` and `npm run backend`: the owner's commands, on the database of
 * the site. Arguments go to the backend as they are (`npm run backend -- --help` explains them).
 * Standard output holds nothing but what the backend says.
 */
import { existsSync } from "node:fs";
import { BACKEND, buildBackend } from "../build/backend.ts";
import { attempt } from "../command.ts";
import { openSiteDatabase } from "../postgres.ts";
import { step } from "../progress.ts";
import { startService } from "../service.ts";
import { setting } from "../settings.ts";

/** The commands that read the tables. (`check` says itself what is missing, `serve` makes them.) */
const NEED_TABLES = ["leads", "outbox"];

export default async function backend(args: string[]) {
  if (!existsSync(BACKEND)) await step("backend", () => buildBackend());
  const database = await openSiteDatabase();
  const env = { DATABASE_URL: database.url };
  // An embedded database that has never been served has no tables yet. What hinders that, hinders the
  // command too, which says so in its own way.
  if (!setting("DATABASE_URL") && NEED_TABLES.includes(args[0])) {
    await attempt(BACKEND, ["migrate"], { log: "migrate", env });
  }
  return startService(BACKEND, args, { env, output: "inherit" }).ended;
}
