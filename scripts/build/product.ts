import { inParts, sideBySide } from "../progress.ts";
import { buildBackend, type Profile } from "./backend.ts";
import { buildWasmPackages, WASM_CRATES } from "./wasm-package.ts";
import { buildDesk, buildSite } from "./web.ts";

/** Returns the steps of {@link buildProduct}, for a command that runs other steps beside them. */
export function productSteps(profile?: Profile) {
  return { pages: buildPages, backend: () => buildBackend(profile) };
}

/** Builds the server with a profile, and the pages at the same time: each alone leaves processors idle. */
export async function buildProduct(profile?: Profile) {
  await sideBySide(productSteps(profile));
}

/** Builds the pages, the rules that they run, and the desk. Returns "unchanged" if nothing changed. */
export function buildPages() {
  return inParts(["wasm target", "wasm-bindgen", ...WASM_CRATES, "site", "desk"], async () => {
    const built = [await buildWasmPackages(), await buildSite(), await buildDesk()];
    return built.every((part) => part === "unchanged") ? "unchanged" : undefined;
  });
}
