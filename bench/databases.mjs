/** The Postgres of a run and its databases that several parts share. */
import { createDatabase, dropDatabase, openDurableDatabase } from "../scripts/postgres.ts";
import { step } from "../scripts/progress.ts";
import { fillTable } from "./full-table.mjs";
import { migrate } from "./servers.mjs";

/** @type {Promise<string> | undefined} */
let server;

/** @type {Promise<string> | undefined} */
let full;

/** Returns the URL of a Postgres with fsync on, which runs until the script ends. */
export function postgres() {
  server ??= openDurableDatabase().then(({ url }) => url);
  return server;
}

/**
 * Runs work on a new database and drops the database afterwards.
 *
 * @template T
 * @param {(databaseUrl: string) => Promise<unknown>} createTables
 * @param {(databaseUrl: string) => Promise<T>} work
 */
export async function onNewDatabase(createTables, work) {
  const serverUrl = await postgres();
  const name = "measured";
  const databaseUrl = await createDatabase(serverUrl, name);
  try {
    await createTables(databaseUrl);
    return await work(databaseUrl);
  } finally {
    await dropDatabase(serverUrl, name);
  }
}

/**
 * Returns the URL of a backend's database full of leads, which is filled once per run.
 *
 * @param {number} leads
 */
export function fullDatabase(leads) {
  full ??= makeFullDatabase(leads);
  return full;
}

/** @param {number} leads */
async function makeFullDatabase(leads) {
  const databaseUrl = await createDatabase(await postgres(), "full");
  await step(`${leads.toLocaleString("en")} leads`, async () => {
    await migrate(databaseUrl);
    await fillTable(databaseUrl, leads);
  });
  return databaseUrl;
}
