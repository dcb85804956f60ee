/** Skips a build whose inputs are what they were when it last succeeded. */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { ROOT } from "../settings.mjs";

/** What git ignores, as anchored paths (`app/build`) and as names (`node_modules`). */
const IGNORED = new Set(
  ["", "app"].flatMap((folder) => {
    const file = path.join(ROOT, folder, ".gitignore");
    if (!existsSync(file)) return [];
    return readFileSync(file, "utf8")
      .split("\n")
      .map((line) => line.trim().replace(/\/$/, ""))
      .filter((line) => line && !line.startsWith("#"))
      .map((line) => (line.startsWith("/") ? path.join(folder, line.slice(1)) : line));
  }),
);

/**
 * @typedef {object} Inputs
 * @property {string[]} files files and folders that the build reads, from the top of the checkout;
 *   of a folder, what git ignores is left out
 * @property {string[]} [values] what else it depends on: settings, versions of tools
 */

/**
 * Runs a build unless nothing changed since it last succeeded.
 *
 * @param {string} name
 * @param {Inputs} inputs
 * @param {string} output a file that the build writes, from the top of the checkout
 * @param {() => Promise<unknown>} build
 * @returns {Promise<string | undefined>} "unchanged" when it was skipped
 */
export async function whenChanged(name, inputs, output, build) {
  const stamp = path.join(ROOT, "target", "stamps", name);
  const product = path.join(ROOT, output);
  const before = digest(inputs);
  // A product younger than its stamp was built by somebody else, from who knows what.
  if (
    existsSync(stamp) &&
    existsSync(product) &&
    statSync(product).mtimeMs <= statSync(stamp).mtimeMs &&
    readFileSync(stamp, "utf8") === before
  ) {
    return "unchanged";
  }
  rmSync(stamp, { force: true });
  await build();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, before);
  return undefined;
}

/** @param {Inputs} inputs */
function digest({ files, values = [] }) {
  const hash = createHash("sha256").update(JSON.stringify(values));
  /** @param {string} file @param {boolean} [named] */
  const add = (file, named = false) => {
    if (!named && (IGNORED.has(file) || IGNORED.has(path.basename(file)))) return;
    const at = path.join(ROOT, file);
    if (!existsSync(at)) return;
    if (statSync(at).isDirectory()) {
      for (const entry of readdirSync(at).sort()) add(path.join(file, entry));
    } else {
      hash.update(`\0${file}\0`).update(readFileSync(at));
    }
  };
  for (const file of files) add(file, true);
  return hash.digest("hex");
}
