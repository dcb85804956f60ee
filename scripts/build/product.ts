/** The product that `npm start` serves. */
import { inParts, sideBySide } from "../progress.ts";
import { buildBackend, type Profile } from "./backend.ts";
import { buildWasmPackages, WASM_CRATES } from "./wasm-package.ts";
import { buildDesk, buildSite } from "./web.ts";

/** The steps of {@link buildProduct}, for a command that has others beside them. */
export function productSteps(profile?: Profile) {
  return { pages: buildPages, backend: () => buildBackend(profile) };
}

/** Builds the server by a profile, and at the same time the pages: either leaves processors idle. */
export async function buildProduct(profile?: Profile) {
  await sideBySide(productSteps(profile));
}

/** Builds the pages, the rules that they run, and the desk. Returns "unchanged" if all of them were. */
export function buildPages() {
  return inParts(["wasm target", "wasm-bindgen", ...WASM_CRATES, "site", "desk"], async () => {
    const built = [await buildWasmPackages(), await buildSite(), await buildDesk()];
    return built.every((part) => part === "unchanged") ? "unchanged" : undefined;
  });
}
