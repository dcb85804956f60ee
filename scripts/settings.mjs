/**
 * The site's settings as every script sees them: `.env.example` holds the defaults, a line in
 * `.env` overrides them, the environment overrides both. An empty value means "not set".
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import util from "node:util";

// Every script comes by here first. What follows would fail with less than a sentence.
if (!util.parseEnv) {
  process.stderr.write(
    `\n✗ Node.js 20.12 or newer is needed, this is ${process.versions.node}: install it from https://nodejs.org, then run the command again.\n`,
  );
  process.exit(1);
}

/** The top of the checkout. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** @param {string} file @returns {Record<string, string>} */
function read(file) {
  const at = path.join(ROOT, file);
  return existsSync(at)
    ? /** @type {Record<string, string>} */ (util.parseEnv(readFileSync(at, "utf8")))
    : {};
}

const defaults = read(".env.example");
const overrides = read(".env");

/** The names of all settings, in the order of `.env.example`. */
const SETTING_NAMES = Object.keys(defaults);

/**
 * One setting's value, or `undefined` when it is not set.
 *
 * @param {string} name
 */
export function setting(name) {
  return (process.env[name] ?? overrides[name] ?? defaults[name]) || undefined;
}

/** The folder for everything that is written at run time, absolute. */
export const DATA_DIR = path.resolve(ROOT, setting("DATA_DIR") ?? ".data");

/** The folder of cargo's products, and for the scripts' logs and stamps. */
export const TARGET_DIR = path.join(ROOT, "target");

/** Where the output of each step is kept. */
export const LOG_DIR = path.join(TARGET_DIR, "logs");

/** The built pages. */
export const SITE_DIR = path.join(ROOT, "app", "build", "client");

/** Takes the settings out of a program's environment, so that a test meets none but its own. */
export const NO_SETTINGS = Object.fromEntries(SETTING_NAMES.map((name) => [name, undefined]));

/** The company's name in folders and databases. @type {string} */
export const SLUG = JSON.parse(readFileSync(path.join(ROOT, "company.json"), "utf8")).slug;

/**
 * A path as a person at the top of the checkout would type it.
 *
 * @param {string} file
 */
export function shownPath(file) {
  const relative = path.relative(ROOT, file);
  return relative.startsWith("..") ? file : relative;
}
