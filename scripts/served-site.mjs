/** The site as visitors get it, for commands that look at every page of it. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { buildProduct } from "./build/product.mjs";
import { openThrowAwayDatabase } from "./postgres.mjs";
import { atEnd, UserError } from "./process-lifecycle.mjs";
import { startSite } from "./product.mjs";
import { step } from "./progress.mjs";
import { SITE_DIR } from "./settings.mjs";

/** Stands for every path without a page. */
export const MISSING_PAGE = "/404";

/**
 * Builds the site and serves it until the script ends, on a database that goes with it.
 *
 * @returns {Promise<string>} where it is served
 */
export async function serveSite() {
  await buildProduct();
  return step("server", async () => {
    const database = await openThrowAwayDatabase();
    process.env.TEST_DATABASE_URL = database.url;
    const site = await startSite();
    atEnd(site.stop);
    return site.url;
  });
}

/**
 * The paths of the pages that are named, or of all: those of the sitemap, then the one that is
 * missing.
 *
 * @param {string[]} named
 * @returns {string[]}
 */
export function choosePages(named) {
  const sitemap = readFileSync(path.join(SITE_DIR, "sitemap.xml"), "utf8");
  const pages = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => new URL(url).pathname);
  pages.push(MISSING_PAGE);
  const unknown = named.find((page) => !pages.includes(page));
  if (unknown) {
    throw new UserError(`There is no page "${unknown}": choose from ${pages.join(", ")}.`);
  }
  return named.length === 0 ? pages : named;
}

/**
 * A page's path as the name of a file.
 *
 * @param {string} page
 */
export function fileName(page) {
  return page.slice(1).replaceAll("/", "-") || "home";
}
