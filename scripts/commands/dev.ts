/**
 * `npm run dev`: serves the site and follows changes. Vite's server shows a change of the app at
 * once. A change of the rules or of `company.json` rebuilds their package and the backend; a change
 * of the backend restarts it.
 */
import { watch } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type BackendServer, startBackend } from "../backend-server.ts";
import { BACKEND, buildBackend } from "../build/backend.ts";
import { buildProduct } from "../build/product.ts";
import { buildWasmPackages, WASM_CRATES } from "../build/wasm-package.ts";
import { PAGE_SETTINGS } from "../build/web.ts";
import { requireFreePort } from "../port.ts";
import { openSiteDatabase } from "../postgres.ts";
import { isEnding, report, UserError, untilInterrupted } from "../process-lifecycle.ts";
import { step } from "../progress.ts";
import { startService } from "../service.ts";
import { ROOT } from "../settings.ts";

/** The time in which editors write a file in several steps. */
const SETTLING_TIME_MS = 200;

/** cargo's inputs, without the packages for browsers. */
const RUST_SOURCE = /^(?![^/]+\/pkg\/).*\.(rs|sql|toml|txt)$|^company\.json$/;

export default async function dev() {
  const port = await requireFreePort("npm run dev");
  // The backend does not start without a built site, although Vite serves the pages.
  await buildProduct();
  const database = await openSiteDatabase();

  const start = () =>
    startBackend({
      program: BACKEND,
      env: { DATABASE_URL: database.url },
      onLine: (line) => process.stdout.write(`${line}\n`),
    });
  let backend: BackendServer | undefined = await start();

  watchRust(async () => {
    await step("crates for the browser", buildWasmPackages);
    await step("backend", () => buildBackend());
    await backend?.stop();
    backend = undefined;
    backend = await start();
  });

  const app = startService("npm", ["run", "dev", "--workspace=app"], {
    env: { ...PAGE_SETTINGS, BACKEND_URL: `http://127.0.0.1:${port}` },
    output: "inherit",
  });
  const ended = await Promise.race([untilInterrupted(), app.ended]);
  if (ended !== undefined) throw new UserError(`The dev server ended by itself (code ${ended}).`);
}

/**
 * Calls `rebuild` after changes of cargo's inputs, one call at a time. A failed build is shown, and
 * the next change builds again.
 */
function watchRust(rebuild: () => Promise<void>) {
  let isChanged = false;
  let isBusy = false;
  const rebuildAll = async () => {
    if (isBusy) return;
    isBusy = true;
    while (isChanged && !isEnding()) {
      await delay(SETTLING_TIME_MS);
      isChanged = false;
      await rebuild().catch((error) => {
        if (!(error instanceof UserError)) throw error;
        report(`\n${error.message}\n`);
      });
    }
    isBusy = false;
  };
  const crates = ["backend", "contact-data", "photo-file", ...WASM_CRATES];
  for (const place of [...crates, "Cargo.toml", "company.json"]) {
    watch(path.join(ROOT, place), { recursive: true }, (_event, name) => {
      const file = name && name !== place ? path.join(place, name) : place;
      if (!RUST_SOURCE.test(file)) return;
      isChanged = true;
      void rebuildAll();
    });
  }
}
