// What a page transfers before its visitor shows intent, and how much of it moves meanwhile.
//
//   node tools/first-load.mjs [--json] [address of a running site]

import { fileURLToPath } from "node:url";
import { CHROMIUM_FLAGS, setUpChromium } from "../../scripts/setup/chromium.mjs";

/** Kinds of transfers, as the browser names them. */
const KINDS = ["document", "stylesheet", "script", "font", "image"];

/**
 * Loads a page as a phone does that has never been there, and measures.
 *
 * @param {import("@playwright/test").Page} page
 * @param {string} address
 */
export async function measureFirstLoad(page, address) {
  /** @type {import("@playwright/test").Request[]} */
  const requests = [];
  page.on("request", (request) => requests.push(request));
  await page.addInitScript(() => {
    const measured = { shift: 0 };
    Object.assign(window, { measured });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) measured.shift += /** @type {any} */ (entry).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(address, { waitUntil: "networkidle" });
  await page.evaluate(() => document.fonts.ready);

  /** @type {Record<string, number>} */
  const bytes = Object.fromEntries(["total", ...KINDS, "other"].map((kind) => [kind, 0]));
  let scriptBodyBytes = 0;
  for (const request of requests) {
    const { responseHeadersSize, responseBodySize } = await request.sizes();
    if (request.resourceType() === "script") scriptBodyBytes += responseBodySize;
    const kind = KINDS.includes(request.resourceType()) ? request.resourceType() : "other";
    bytes[kind] += responseHeadersSize + responseBodySize;
    bytes.total += responseHeadersSize + responseBodySize;
  }
  return {
    path: new URL(page.url()).pathname,
    bytes,
    scriptBodyBytes,
    scripts: requests
      .filter((request) => request.resourceType() === "script")
      .map((request) => new URL(request.url()).pathname),
    renderBlocking: await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter((entry) => /** @type {any} */ (entry).renderBlockingStatus === "blocking")
        .map(({ name }) => name),
    ),
    layoutShift: await layoutShift(page),
  };
}

/**
 * How much has moved until now on a page that was measured.
 *
 * @param {import("@playwright/test").Page} page
 * @returns {Promise<number>}
 */
export function layoutShift(page) {
  return page.evaluate(() => /** @type {any} */ (window).measured.shift);
}

async function main() {
  const { chromium, devices } = await import("@playwright/test");
  const json = process.argv.includes("--json");
  const site = process.argv.slice(2).find((it) => !it.startsWith("--")) ?? "http://localhost:8080";

  const browser = await chromium.launch({
    executablePath: await setUpChromium(),
    args: CHROMIUM_FLAGS,
  });
  const loads = [];
  for (const path of [...(await pagesOf(site)), "/no/such/page"]) {
    const context = await browser.newContext({ ...devices["Pixel 7"], baseURL: site });
    loads.push(await measureFirstLoad(await context.newPage(), path));
    await context.close();
  }
  await browser.close();

  if (json) {
    console.log(JSON.stringify(loads, null, 2));
    return;
  }
  const kilobytes = (/** @type {number} */ size) => (size / 1024).toFixed(1);
  console.table(
    Object.fromEntries(
      loads.map(({ path, bytes, layoutShift }) => [
        path,
        {
          ...Object.fromEntries(Object.entries(bytes).map(([kind, it]) => [kind, kilobytes(it)])),
          CLS: layoutShift,
        },
      ]),
    ),
  );
}

/**
 * The paths of the pages that the site's own map names.
 *
 * @param {string} site
 */
async function pagesOf(site) {
  const map = await (await fetch(new URL("/sitemap.xml", site))).text();
  return [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url).pathname);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
