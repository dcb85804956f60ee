import { business } from "../../app/src/content/business.ts";
import { expect, test } from "../running-site.ts";
import { barOf, cutOff } from "./call-bar.ts";

// The call to action is within reach at every text size, with the text for the hour.
// `every-page.spec.ts` has what applies to every page.

const phone = { width: 390, height: 844 };

test.use({ viewport: phone });

test("between a phone's width and a wide screen's no call button breaks before its number", async ({
  page,
}) => {
  const words = page.locator("a[href^='tel:']:visible > span:not(:has(.sr-only))");
  for (const path of ["/", "/contact"]) {
    await page.goto(path);
    for (const width of [768, 992, 1000]) {
      await page.setViewportSize({ width, height: 900 });
      const lines = await words.evaluateAll((texts) =>
        texts.map((text) => {
          const range = document.createRange();
          range.selectNodeContents(text);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        }),
      );
      expect.soft(new Set(lines), `${path} at ${width} px`).toEqual(new Set([1]));
    }
  }
});

for (const [name, { viewport, text }] of Object.entries({
  "a phone at 200%": { viewport: { width: 195, height: 422 }, text: 16 },
  "a phone whose text is set to twice its size": { viewport: phone, text: 32 },
  "the smallest phone": { viewport: { width: 320, height: 568 }, text: 16 },
})) {
  test(`${name} keeps the bar in reach`, async ({ page }) => {
    const browser = await page.context().newCDPSession(page);
    await browser.send("Page.setFontSizes", { fontSizes: { standard: text, fixed: text } });
    await page.setViewportSize(viewport);
    await page.goto("/services/cleanup");
    await page.evaluate(() => scrollTo(0, 1500));
    for (const link of await barOf(page).getByRole("link").all()) {
      await expect(link).toBeInViewport({ ratio: 1 });
    }
    await expect.poll(() => cutOff(page)).toEqual([]);
    await browser.send("Page.setFontSizes", { fontSizes: { standard: 16, fixed: 13 } });
  });
}

test("while the office is closed the call leads, and otherwise the estimate", async ({ page }) => {
  test.skip(!business.emergencyService, "Nobody answers after hours.");
  // A Sunday afternoon. `call-bar.test.ts` has the other times.
  await page.clock.setFixedTime("2026-01-04T18:00:00Z");
  await page.goto("/faq");
  const call = barOf(page).getByRole("link", { name: "Call now" });
  const estimate = barOf(page).getByRole("link", { name: "Free Estimate" });
  const none = "rgba(0, 0, 0, 0)";
  await expect(call).toHaveAccessibleName("Call now after hours too");
  await expect(call).not.toHaveCSS("background-color", none);
  await expect(estimate).toHaveCSS("background-color", none);

  await page
    .locator("[data-call-bar]")
    .evaluate((bar) => bar.toggleAttribute("data-after-hours", false));
  await expect(call).toHaveAccessibleName("Call now answered 24/7");
  await expect(call).toHaveCSS("background-color", none);
  await expect(estimate).not.toHaveCSS("background-color", none);
});
