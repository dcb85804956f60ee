/** All that `npm start` serves. */
import { sideBySide } from "../progress.mjs";
import { buildBackend } from "./backend.mjs";
import { buildSite } from "./site.mjs";
import { buildWasmPackage } from "./wasm-package.mjs";

/**
 * Builds the server beside the pages: much of either leaves a processor idle.
 *
 * @param {import("./backend.mjs").Profile} [profile] the server's
 */
export async function buildProduct(profile) {
  await sideBySide({ pages: buildPages, backend: () => buildBackend(profile) });
}

/** Builds the pages, and the rules that they run. */
export async function buildPages() {
  const rules = await buildWasmPackage();
  const site = await buildSite();
  return rules === "unchanged" ? site : rules;
}
