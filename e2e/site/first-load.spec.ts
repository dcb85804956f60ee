import type { Page, Request } from "@playwright/test";
import { EstimatePage, ordinaryAnswers } from "../estimate/estimate-page.ts";
import { layoutShift, measureFirstLoad } from "../first-load.ts";
import { expect, test } from "../running-site.ts";
import { missingPage, missingPath, paths, sendOnce, sentPath } from "./paths.ts";

/** The limit of a page's transfer before the visitor shows intent, pictures included. */
const LIMIT_BYTES = 70 * 1024;

/** The limit of a page with a photo. */
const PHOTOGRAPH_LIMIT_BYTES = 100 * 1024;

/** The limit of the script that every page has, compressed. */
const SCRIPT_LIMIT_BYTES = 3.25 * 1024;

/**
 * The limits for pages with a second script: it suggests the intended page, waits for elements to come into
 * view, or uploads photos, shows the request's progress, and adds up the estimate.
 */
const TWO_SCRIPTS_LIMITS_BYTES: Record<string, number> = {
  "/services": SCRIPT_LIMIT_BYTES,
  [missingPath]: 3.75 * 1024,
  "/contact?sent": 5.75 * 1024,
};

/** The limit of the 404 page. */
const MISSING_PAGE_LIMIT_BYTES = 55 * 1024;

/** The limit of /contact with the form focused, filled in, and sent. */
const SENT_FORM_LIMIT_BYTES = 155 * 1024;

/** Returns the compressed size of a page's scripts and of what they load. */
const settledSize = async (requests: Request[]) => {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
};

/**
 * Delays the style sheet, which blocks rendering, until both typefaces have loaded. Otherwise the load of the
 * machine decides which comes first, and the layout shift of late typefaces depends on the installed fonts.
 */
async function holdStylesUntilFonts(page: Page) {
  const fonts = new Promise<void>((resolve) => {
    let missing = 2;
    page.on("requestfinished", (request) => {
      if (request.resourceType() === "font" && --missing === 0) resolve();
    });
  });
  await page.route("**/*.css", async (route) => {
    await fonts;
    await route.continue();
  });
}

const hasPhotograph = async (page: Page) =>
  (await page.locator("picture source[type='image/avif']").count()) > 0;

test.use({ expectedConsoleErrors: missingPage });

test.describe("the first load", () => {
  for (const path of paths) {
    test(`of ${path} is small, with one script, and nothing moves`, async ({
      page,
      site,
    }, testInfo) => {
      await holdStylesUntilFonts(page);
      if (path === sentPath) await sendOnce(page, site.url);
      const load = await measureFirstLoad(page, path);
      await testInfo.attach("first load", { body: JSON.stringify(load, null, 2) });
      expect(load.layoutShift).toBe(0);
      expect(load.renderBlocking).toEqual([expect.stringMatching(/\.css$/)]);
      const twoLimit = TWO_SCRIPTS_LIMITS_BYTES[path];
      expect(load.scripts).toContainEqual(expect.stringMatching(/\/page-[\w-]+\.js$/));
      expect(load.scripts).toHaveLength(twoLimit ? 2 : 1);
      expect(load.scriptBodyBytes).toBeLessThanOrEqual(twoLimit ?? SCRIPT_LIMIT_BYTES);
      const limit = (await hasPhotograph(page)) ? PHOTOGRAPH_LIMIT_BYTES : LIMIT_BYTES;
      expect(load.bytes.total).toBeLessThanOrEqual(
        path === missingPath ? MISSING_PAGE_LIMIT_BYTES : limit,
      );
    });
  }

  test("a page that is read to its end, and scrolled by touch, loads no other script", async ({
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
      // In the margin, because hovering near a call button shows intent.
      x: 2,
      y: 400,
      yDistance: 300,
      gestureSourceType: "touch",
    });
    await page.waitForLoadState("networkidle");
    expect(scripts).toEqual([expect.stringMatching(/\/page-/)]);
  });
});

test("no button moves into its look when the styles arrive", async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener("transitionrun", ({ target, propertyName }) => {
      console.error(propertyName, (target as Element).outerHTML);
    });
  });
  const styles = Promise.withResolvers<void>();
  await page.route("**/*.css", async (route) => {
    await styles.promise;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  const link = page.getByRole("contentinfo").getByRole("link").first();
  // An extension, or the browser itself, reads a style before the style sheets have loaded.
  await link.evaluate((element) => getComputedStyle(element).color);
  styles.resolve();
  await page.waitForLoadState();
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
});

test("the form, touched, filled in and sent, loads what it needs and nothing moves", async ({
  page,
  visitorName,
}) => {
  const parts: Request[] = [];
  page.on("request", (request) => {
    if (/\.(js|wasm)$/.test(request.url())) parts.push(request);
  });
  const estimate = new EstimatePage(page);
  await holdStylesUntilFonts(page);
  await measureFirstLoad(page, "/contact");
  await estimate.hydrate();
  const shift = await layoutShift(page);
  expect(shift).toBe(0);
  await estimate.fill({ ...visitorName, ...ordinaryAnswers });
  await estimate.send();
  await expect(estimate.success).toBeVisible();
  expect(await settledSize(parts)).toBeLessThanOrEqual(SENT_FORM_LIMIT_BYTES);
});
