/** A site for tests: the built backend with the built pages, on a free port with its own database. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { execa } from "execa";
import { startBackend } from "./backend-server.ts";
import { BACKEND } from "./build/backend.ts";
import { createDatabase } from "./postgres.ts";
import { stopStep, UserError } from "./process-lifecycle.ts";
import { NO_SETTINGS, SITE_DIR, SLUG } from "./settings.ts";

/**
 * Starts the built backend with the built pages, on a new database in the Postgres of TEST_DATABASE_URL
 * (`npm test` provides one). Settings in `.env` and in the environment do not apply to it.
 *
 * @param env settings that differ from `.env.example`
 */
export async function startSite(env: Record<string, string> = {}) {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    throw new UserError(
      "TEST_DATABASE_URL is not set: run the tests by `npm test`, which provides a Postgres.",
    );
  }
  const name = `site_${randomUUID().replaceAll("-", "")}`;
  await using parts = new AsyncDisposableStack();
  // The database stays until its Postgres ends. To drop it, Postgres would wait for every other session to
  // confirm that (`ProcSignalBarrier`), and one whose client stops during the authentication confirms nothing for
  // a minute.
  const databaseUrl = await createDatabase(server, name);
  const dataDir = mkdtempSync(path.join(tmpdir(), `${SLUG}-site-`));
  parts.defer(() => rmSync(dataDir, { recursive: true, force: true }));

  const settings = {
    ...NO_SETTINGS,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    // A busy machine is not a slow client or a database that is away.
    DEADLINE_FACTOR: "20",
    METRICS_PORT: "0",
    PORT: "0",
    SITE_DIR,
    ...env,
  };
  const logs: string[] = [];
  const backend = await startBackend({
    program: BACKEND,
    onLine: (line) => logs.push(line),
    cwd: dataDir,
    env: settings,
  });
  parts.defer(async () => {
    await stopStep("stopping the backend", backend.stop());
    const exitCode = await backend.ended;
    if (exitCode !== 0) throw new Error(`The backend ended with ${exitCode}:\n${logs.join("\n")}`);
  });
  const started = parts.move();
  const stop = () => started.disposeAsync();
  return {
    url: backend.url,
    /** the URL of the metrics, whose server also has `/idle` */
    metricsUrl: backend.metricsUrl,
    databaseUrl,
    /** the data folder, with emails in `outbox/*.eml` */
    dataDir,
    logs,
    /** Runs another command of the program with the same settings. Returns its output. */
    command: async (...args: string[]) => {
      const { stdout } = await execa(BACKEND, args, { cwd: dataDir, env: settings });
      return stdout;
    },
    /** Stops the site and removes its data. */
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
