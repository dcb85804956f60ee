import { pageDescriptions } from "../src/content/seo.ts";
import { layoutShift, measureFirstLoad } from "../tools/first-load.mjs";
import { bringReactIn, expect, test } from "./site.ts";

/** What a page may transfer before the visitor shows intent, pictures included. */
const LIMIT_BYTES = 75 * 1024;

/** The page for missing ones needs the path, and brings React in by itself. */
const contentPages = Object.keys(pageDescriptions).filter((path) => path !== "/404");

test.describe("the first load", () => {
  for (const path of contentPages) {
    test(`of ${path} is small, without React, and nothing moves`, async ({ page }, testInfo) => {
      const load = await measureFirstLoad(page, path);
      await testInfo.attach("first load", { body: JSON.stringify(load, null, 2) });
      expect(load.layoutShift).toBe(0);
      expect(load.renderBlocking).toEqual([expect.stringMatching(/\.css$/)]);
      expect(load.scripts).toEqual([expect.stringMatching(/\/boot-[\w-]+\.js$/)]);
      expect(load.bytes.script).toBeLessThanOrEqual(3 * 1024);
      expect(load.bytes.total).toBeLessThanOrEqual(LIMIT_BYTES);

      // Nor does anything when React arrives.
      await bringReactIn(page);
      await page.waitForLoadState("networkidle");
      expect(await layoutShift(page)).toBe(0);
    });
  }

  test("a page that is read to its end, and scrolled by touch, brings no React in", async ({
    page,
  }) => {
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
    });
    await page.goto("/about");
    await page.mouse.wheel(0, 2_000);
    await page.keyboard.press("End");
    const touch = await page.context().newCDPSession(page);
    await touch.send("Input.synthesizeScrollGesture", {
      x: 200,
      y: 400,
      yDistance: 300,
      gestureSourceType: "touch",
    });
    await page.waitForLoadState("networkidle");
    expect(scripts).toEqual([expect.stringMatching(/\/boot-/)]);
    expect(await page.locator("head > script:not([type='application/ld+json'])").count()).toBe(0);
  });
});

test("no page holds an inline script", async ({ request }) => {
  for (const path of Object.keys(pageDescriptions)) {
    const html = await (await request.get(path)).text();
    const scripts = html.match(/<script[^>]*>/g) ?? [];
    const others = scripts.filter((tag) => !tag.includes("ld+json"));
    expect(others).toEqual([expect.stringMatching(/src="\/assets\/boot-/)]);
  }
});
