/** `npm run build`: everything that `npm start` serves. */
import { buildBackend } from "./build/backend.mjs";
import { buildSite } from "./build/site.mjs";
import { buildWasmPackage } from "./build/wasm-package.mjs";
import { main } from "./process-lifecycle.mjs";
import { setUp } from "./set-up.mjs";

await main(async () => {
  await setUp();
  await buildWasmPackage();
  await buildSite();
  await buildBackend();
});
