import path from "node:path";
import { UserError } from "../process-lifecycle.ts";
import { inParts, sideBySide, step } from "../progress.ts";
import { ROOT } from "../settings.ts";
import { buildBackend, type Profile } from "./backend.ts";
import { buildWasmPackages, WASM_CRATES } from "./wasm-package.ts";
import { buildDesk, buildSite } from "./web.ts";

/** Returns the steps of {@link buildProduct}, for a command that runs other steps beside them. */
export function productSteps(profile?: Profile) {
  return { pages: buildPages, backend: () => buildBackend(profile) };
}

/** Builds the server with a profile, and the pages at the same time: each alone leaves processors idle. */
export async function buildProduct(profile?: Profile) {
  await step("content", checkContent);
  await sideBySide(productSteps(profile));
}

/** Builds the pages, the rules that they run, and the desk. Returns "unchanged" if nothing changed. */
export function buildPages() {
  return inParts(["wasm target", "wasm-bindgen", ...WASM_CRATES, "site", "desk"], async () => {
    const built = [await buildWasmPackages(), await buildSite(), await buildDesk()];
    return built.every((part) => part === "unchanged") ? "unchanged" : undefined;
  });
}

/** Reads the pages' content and makes the photos: what is wrong in them is reported before anything is compiled. */
export async function checkContent() {
  const app = path.join(ROOT, "app");
  try {
    // These import the content of every page.
    await Promise.all(["pages", "sample-data"].map((file) => import(`${app}/src/${file}.ts`)));
    const { makePhotographs, site } = await import(`${app}/tools/photographs.ts`);
    await makePhotographs(site);
  } catch (error) {
    // An error of another class is a fault of the code.
    throw error instanceof Error && error.name === "Error" ? new UserError(error.message) : error;
  }
}
