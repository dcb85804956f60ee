import type { Page, Request } from "@playwright/test";
import { EstimatePage, ordinaryAnswers } from "../estimate/estimate-page.ts";
import { layoutShift, measureFirstLoad } from "../first-load.ts";
import { expect, test } from "../running-site.ts";
import { missingPage, missingPath, paths, sendOnce, sentPath } from "./paths.ts";

/** What a page may transfer before the visitor shows intent, pictures included. */
const LIMIT_BYTES = 70 * 1024;

/** What a page with a photograph may. */
const PHOTOGRAPH_LIMIT_BYTES = 100 * 1024;

/** What the one script may be, compressed. */
const SCRIPT_LIMIT_BYTES = 3.25 * 1024;

/**
 * What the two of a page may that has a second one, which looks for the page that may be meant, waits for what comes
 * into view, or takes photographs and follows what becomes of the request.
 */
const TWO_SCRIPTS_LIMITS_BYTES: Record<string, number> = {
  "/services": SCRIPT_LIMIT_BYTES,
  [missingPath]: 3.75 * 1024,
  "/contact?sent": 5.375 * 1024,
};

/** What the page for missing ones may. */
const MISSING_PAGE_LIMIT_BYTES = 55 * 1024;

/** What /contact may, with the form touched, filled in and sent. */
const SENT_FORM_LIMIT_BYTES = 155 * 1024;

/** The compressed size of what a page loads by scripts: their bodies, and those of what they load. */
const bodySize = async (requests: Request[]) => {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
};

/**
 * Holds back the style sheet, without which nothing is painted, until both typefaces have arrived.
 * Which of them comes first depends on how busy the machine is, and what moves when they come late
 * depends on the typefaces that it has.
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
      // In the margin: a finger on a call button approaches it.
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
  // Somebody asks for a style before they are there: an extension, or the browser itself.
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
  expect(await layoutShift(page)).toBe(0);
  await estimate.fill({ ...visitorName, ...ordinaryAnswers });
  await estimate.send();
  await expect(estimate.success).toBeVisible();
  expect(await bodySize(parts)).toBeLessThanOrEqual(SENT_FORM_LIMIT_BYTES);
});
