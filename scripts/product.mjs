/** The whole built product on a free port, with a database of its own: what browser tests visit. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startBackend } from "./backend-server.mjs";
import { BACKEND } from "./build/backend.mjs";
import { createDatabase, dropDatabase } from "./postgres.mjs";
import { UserError } from "./process-lifecycle.mjs";
import { NO_SETTINGS, SITE_DIR, SLUG } from "./settings.mjs";

/**
 * @typedef {object} Site
 * @property {string} url where it is served
 * @property {string} databaseUrl its own database
 * @property {string} dataDir its own data folder: `outbox/*.eml` are the mails
 * @property {string[]} logs the lines that the backend has printed so far
 * @property {() => Promise<void>} stop ends it and removes its data
 *
 * @typedef {object} SiteOptions
 * @property {Record<string, string>} [env] settings that differ from `.env.example`
 * @property {number} [port] a free one by default
 */

/**
 * Starts the built backend with the built pages, on a fresh database in the Postgres of
 * TEST_DATABASE_URL (`npm test` provides one). Neither `.env` nor the settings in the
 * environment reach it.
 *
 * @param {SiteOptions} [options]
 * @returns {Promise<Site>}
 */
export async function startSite({ env = {}, port = 0 } = {}) {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    throw new UserError(
      "TEST_DATABASE_URL is not set: run the tests by `npm test`, which provides a Postgres.",
    );
  }
  const name = `site_${randomUUID().replaceAll("-", "")}`;
  const databaseUrl = await createDatabase(server, name);
  const dataDir = mkdtempSync(path.join(tmpdir(), `${SLUG}-site-`));
  const removeData = async () => {
    rmSync(dataDir, { recursive: true, force: true });
    await dropDatabase(server, name);
  };

  /** @type {string[]} */
  const logs = [];
  try {
    const backend = await startBackend({
      program: BACKEND,
      onLine: (line) => logs.push(line),
      cwd: dataDir,
      env: {
        ...NO_SETTINGS,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        METRICS_PORT: "0",
        PORT: String(port),
        SITE_DIR,
        ...env,
      },
    });
    return {
      url: backend.url,
      databaseUrl,
      dataDir,
      logs,
      stop: async () => {
        await backend.stop();
        await removeData();
      },
    };
  } catch (error) {
    await removeData();
    throw error;
  }
}
