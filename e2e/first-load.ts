// Measures what a page transfers before its visitor shows intent, and its layout shift.
//
//   npm run first-load -w e2e -- [--json] [address of a running site]

import { fileURLToPath } from "node:url";
import { chromium, devices, type Page, type Request } from "@playwright/test";
import { CHROMIUM_FLAGS, setUpChromium } from "./product.ts";

declare global {
  interface Window {
    /** Values that the page itself measures. */
    measured: { shift: number };
  }
}

/** Loads a page as a phone does on its first visit, and measures it. */
export async function measureFirstLoad(page: Page, address: string) {
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  await page.addInitScript(() => {
    window.measured = { shift: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        window.measured.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(address, { waitUntil: "networkidle" });
  await page.evaluate(() => document.fonts.ready);

  /** Transferred bytes by the browser's resource types. */
  const bytes = { total: 0, document: 0, stylesheet: 0, script: 0, font: 0, image: 0, other: 0 };
  let scriptBodyBytes = 0;
  for (const request of requests) {
    const { responseHeadersSize, responseBodySize } = await request.sizes();
    const type = request.resourceType();
    if (type === "script") scriptBodyBytes += responseBodySize;
    const kind = Object.hasOwn(bytes, type) ? (type as keyof typeof bytes) : "other";
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
        .filter(
          (entry) =>
            (entry as PerformanceResourceTiming & { renderBlockingStatus: string })
              .renderBlockingStatus === "blocking",
        )
        .map(({ name }) => name),
    ),
    layoutShift: await layoutShift(page),
  };
}

/** Returns the layout shift so far of a measured page. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => window.measured.shift);
}

async function main() {
  const json = process.argv.includes("--json");
  const site =
    process.argv.slice(2).find((argument) => !argument.startsWith("--")) ?? "http://localhost:8080";

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
  const kilobytes = (size: number) => (size / 1024).toFixed(1);
  console.table(
    Object.fromEntries(
      loads.map(({ path, bytes, layoutShift }) => [
        path,
        {
          ...Object.fromEntries(
            Object.entries(bytes).map(([kind, size]) => [kind, kilobytes(size)]),
          ),
          CLS: layoutShift,
        },
      ]),
    ),
  );
}

/** Returns the paths in the site's sitemap. */
async function pagesOf(site: string): Promise<string[]> {
  const map = await (await fetch(new URL("/sitemap.xml", site))).text();
  return [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
