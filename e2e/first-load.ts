// Measures what a page transfers before its visitor shows intent, and its layout shift.

import type { Page, Request } from "@playwright/test";

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
