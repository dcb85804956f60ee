/**
 * `npm run leads`, `npm run outbox` and `npm run backend`: the owner's commands, on the database of
 * the site. Arguments go to the backend as they are (`npm run backend -- --help` explains them).
 * Standard output holds nothing but what the backend says.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { BACKEND, buildBackend } from "./build/backend.mjs";
import { run } from "./command.mjs";
import { openSiteDatabase } from "./postgres.mjs";
import { main } from "./process-lifecycle.mjs";
import { setUp } from "./set-up.mjs";
import { ROOT, setting } from "./settings.mjs";

await main(async () => {
  if (!existsSync(BACKEND)) {
    await setUp();
    await buildBackend();
  }
  const database = await openSiteDatabase();
  const env = { ...process.env, DATABASE_URL: database.url };
  // An embedded database that has never been served has no tables yet.
  if (!setting("DATABASE_URL")) await run(BACKEND, ["migrate"], { log: "migrate", env });

  const backend = spawn(BACKEND, process.argv.slice(2), {
    cwd: ROOT,
    env,
    stdio: "inherit",
  });
  return new Promise((resolve, reject) => {
    backend.on("error", reject);
    backend.on("close", (code) => resolve(code ?? 1));
  });
});
