/**
 * `npm run dev`: the site while it is being changed. The dev server of Vite shows a change to the
 * app at once; a change to the rules rebuilds their package and the backend, a change to the
 * backend rebuilds and restarts it.
 */
import { watch } from "node:fs";
import path from "node:path";
import { startBackend } from "./backend-server.mjs";
import { buildDevelopmentBackend, DEVELOPMENT_BACKEND } from "./build/backend.mjs";
import { buildSite } from "./build/site.mjs";
import { buildWasmPackage } from "./build/wasm-package.mjs";
import { workspaceEnvironment } from "./command.mjs";
import { requireFreePort } from "./port.mjs";
import { openSiteDatabase } from "./postgres.mjs";
import { isEnding, main, UserError, untilInterrupted } from "./process-lifecycle.mjs";
import { report } from "./progress.mjs";
import { startService } from "./service.mjs";
import { setUp } from "./set-up.mjs";
import { ROOT } from "./settings.mjs";

/** Editors write a file in several goes: this long after the last one, in milliseconds. */
const SETTLING_TIME = 200;

await main(async () => {
  const port = await requireFreePort("npm run dev");
  await setUp();
  await buildWasmPackage();
  // The backend serves a built site or does not start; the dev server's pages are the ones to look at.
  await buildSite();
  await buildDevelopmentBackend();
  const database = await openSiteDatabase();

  const start = () =>
    startBackend({
      program: DEVELOPMENT_BACKEND,
      env: { ...process.env, DATABASE_URL: database.url },
      onLine: (line) => process.stdout.write(`${line}\n`),
    });
  /** @type {import("./backend-server.mjs").BackendServer | undefined} */
  let backend = await start();

  watchRust(["backend", "validator-wasm", "Cargo.toml"], async (changed) => {
    if (changed.some((file) => !file.startsWith("backend"))) await buildWasmPackage();
    await buildDevelopmentBackend();
    await backend?.stop();
    backend = undefined;
    backend = await start();
  });

  const app = startService("npm", ["run", "dev", "--workspace=app"], {
    env: { ...workspaceEnvironment(), BACKEND_URL: `http://127.0.0.1:${port}` },
    output: "inherit",
  });
  const ended = await Promise.race([untilInterrupted(), app.ended]);
  if (ended !== undefined) throw new UserError(`The dev server ended by itself (code ${ended}).`);
});

/**
 * Calls `rebuild` after a change to what cargo compiles, never twice at a time. A build that
 * fails is shown, and the next change tries again.
 *
 * @param {string[]} places from the top of the checkout
 * @param {(changed: string[]) => Promise<void>} rebuild
 */
function watchRust(places, rebuild) {
  /** @type {Set<string>} */
  const changed = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let busy = false;

  const settled = async () => {
    if (busy || changed.size === 0 || isEnding()) return;
    busy = true;
    const files = [...changed];
    changed.clear();
    try {
      await rebuild(files);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      report(`\n${error.message}\n`);
    } finally {
      busy = false;
    }
    await settled();
  };

  for (const place of places) {
    watch(path.join(ROOT, place), { recursive: true }, (_event, name) => {
      const file = name && name !== path.basename(place) ? path.join(place, name) : place;
      if (!isSource(file)) return;
      changed.add(file);
      clearTimeout(timer);
      timer = setTimeout(settled, SETTLING_TIME);
    });
  }
}

/** @param {string} file */
function isSource(file) {
  return /\.(rs|sql|toml|txt)$/.test(file) && !file.startsWith(path.join("validator-wasm", "pkg"));
}
