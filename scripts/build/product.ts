/** All that `npm start` serves. */
import { sideBySide } from "../progress.ts";
import { buildBackend, type Profile } from "./backend.ts";
import { buildDesk } from "./desk.ts";
import { buildSite } from "./site.ts";
import { buildWasmPackage } from "./wasm-package.ts";

/** The steps of {@link buildProduct}, for a command that does something else beside them. */
export function productSteps(profile?: Profile) {
  return { pages: buildPages, backend: () => buildBackend(profile) };
}

/** Builds the server, by a profile, beside the pages: much of either leaves a processor idle. */
export async function buildProduct(profile?: Profile) {
  await sideBySide(productSteps(profile));
}

/** Builds the pages, the rules that they run, and the desk. */
export async function buildPages() {
  const rules = await buildWasmPackage();
  const site = await buildSite();
  const desk = await buildDesk();
  if (rules !== "unchanged") return rules;
  return site === "unchanged" ? desk : site;
}
