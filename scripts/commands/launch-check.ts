/** `npm run launch-check`: lists what is missing before the launch. Exits with 1 until nothing is missing. */
import { hasPhotograph, photographable } from "../../app/src/content/pictures.ts";
import { buildProduct } from "../build/product.ts";
import backend from "./backend.ts";

export default async function launchCheck() {
  // The check reads the pages that would be served, with the current settings.
  await buildProduct();
  process.stdout.write(photographsNote(photographable.filter((name) => !hasPhotograph(name))));
  return backend(["check", "--launch"]);
}

/** Returns the line about pictures that are not photos yet, in the backend's format. */
export function photographsNote(names: readonly string[]) {
  if (names.length === 0) return "";
  const folders = Map.groupBy(names, (name) => name.split("/")[0]);
  const listed = [...folders].map(
    ([folder, inFolder]) => `${folder} (${inFolder.map((name) => name.split("/")[1]).join(", ")})`,
  );
  const text = `are still drawings or left out: ${listed.join(", ")}; to use your own photos, see illustrations/README.md`;
  return `${"note".padEnd(8)} ${"pictures".padEnd(15)} ${text}\n`;
}
