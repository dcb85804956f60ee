import { readFileSync } from "node:fs";
import path from "node:path";
import company from "../company.json" with { type: "json" };
import { buildProduct } from "./build/product.ts";
import { openThrowAwayDatabase } from "./postgres.ts";
import { atEnd, UserError } from "./process-lifecycle.ts";
import { step } from "./progress.ts";
import { SITE_DIR } from "./settings.ts";
import { startSite } from "./test-site.ts";

/** A path that represents every path without a page. */
export const MISSING_PAGE = "/404";

/** The owner's desk, before anybody signs in. */
export const DESK = "/desk";

/** Builds the site, and serves it on a test database until the script ends. Returns its URL. */
export async function serveSite() {
  await buildProduct();
  return step("server", async () => {
    const database = await openThrowAwayDatabase();
    process.env.TEST_DATABASE_URL = database.url;
    const { url, stop } = await startSite({ DESK_EMAILS: company.email });
    atEnd(stop);
    return url;
  });
}

/** Returns the paths of the named pages, or of all: those in the sitemap, a missing page, and the desk. */
export function choosePages(named: string[]) {
  const sitemap = readFileSync(path.join(SITE_DIR, "sitemap.xml"), "utf8");
  const pages = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => new URL(url).pathname);
  pages.push(MISSING_PAGE, DESK);
  const unknown = named.find((page) => !pages.includes(page));
  if (unknown) {
    throw new UserError(`There is no page "${unknown}": choose from ${pages.join(", ")}.`);
  }
  return named.length === 0 ? pages : named;
}

/** Returns a page's path as a file name. */
export function fileName(page: string) {
  return page.slice(1).replaceAll("/", "-") || "home";
}
