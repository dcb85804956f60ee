/**
 * The site's settings for every script. `.env.example` has the defaults, a line in `.env` overrides
 * them, and the environment overrides both. An empty value means "not set".
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { checkedCompany } from "./company.ts";
import { ROOT } from "./setup/requirements.mjs";

export { ROOT };

function read(file: string): NodeJS.Dict<string> {
  const at = path.join(ROOT, file);
  return existsSync(at) ? parseEnv(readFileSync(at, "utf8").replace(/^\uFEFF/, "")) : {};
}

const defaults = read(".env.example");
const overrides = read(".env");

/** Returns a setting's value, or `undefined` if it is not set. */
export function setting(name: string) {
  return (process.env[name] ?? overrides[name] ?? defaults[name]) || undefined;
}

/** An environment that unsets every setting, because tests set their own. */
export const NO_SETTINGS = Object.fromEntries(
  Object.keys(defaults).map((name) => [name, undefined]),
);

/** The absolute path of the folder for all data that is written at run time. */
export const DATA_DIR = path.resolve(ROOT, setting("DATA_DIR") ?? ".data");

/** The folder of cargo's output, and of the scripts' logs and stamps. */
export const TARGET_DIR = path.join(ROOT, "target");

/** The folder of the steps' logs. */
export const LOG_DIR = path.join(TARGET_DIR, "logs");

/** The built pages. */
export const SITE_DIR = path.join(ROOT, "app", "build", "client");

// Every command stops here if a fact or a color is wrong.
const company = checkedCompany();

/** The company's name in the names of folders and databases. */
export const SLUG = company.slug;

/** The `site_name` of the site's rows. */
export const SITE_NAME = company.siteName;

/** Returns a path as a person types it in the checkout. */
export function shownPath(file: string) {
  const relative = path.relative(ROOT, file);
  return relative.startsWith("..") ? file : relative;
}
