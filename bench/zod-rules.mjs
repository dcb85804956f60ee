/** The zod rules for the app's bundler: the WebAssembly package's peer in the browser. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../scripts/settings.ts";
import { PEERS } from "./servers.mjs";

/** The module with the rules. */
export const ZOD_RULES = path.join(PEERS, "zod", "rules.js");

const RULES = path.join(ROOT, "validator-wasm", "rules");

/** The form's fields, from the rules package. */
const FORM = path.join(ROOT, "validator-wasm", "pkg", "form.json");

/**
 * Returns the entries of a list of the rules.
 *
 * @param {"email-blocklist" | "promotional-phrases"} name
 */
export function readList(name) {
  return readFileSync(path.join(RULES, `${name}.txt`), "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith("#"));
}

/**
 * Returns the bundler's constants: the form's fields, one pattern for each list, prepared before
 * the page is served, and the company's facts. The rules package must be built.
 *
 * @param {string[]} [phrases] the promotional phrases, if not the product's
 */
export function zodConstants(phrases = readList("promotional-phrases")) {
  const company = JSON.parse(readFileSync(path.join(ROOT, "company.json"), "utf8"));
  const values = {
    __FIELDS__: JSON.parse(readFileSync(FORM, "utf8")).fields,
    __EMAIL_BLOCKLIST__: patterns(readList("email-blocklist")),
    __PROMOTIONAL_PHRASES__: patterns(phrases),
    __PLACEHOLDER_EMAIL__: `none-given@${company.domain.split(".")[0]}.invalid`,
    __SITE_NAME__: company.siteName,
    __SLUG__: company.slug,
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]),
  );
}

/**
 * Two patterns: entries that match anywhere, and those after "=", which match whole words only, also with
 * an s at the end. V8 runs the two faster than one for all.
 *
 * @param {string[]} entries
 */
function patterns(entries) {
  /** @param {string[]} some */
  const any = (some) => some.map((entry) => entry.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const anywhere = any(entries.filter((entry) => !entry.startsWith("=")));
  const words = any(entries.filter((entry) => entry.startsWith("=")).map((word) => word.slice(1)));
  return [anywhere, words && `\\b(?:${words})(?=s?(?![a-z0-9]))`].filter((pattern) => pattern);
}
