import { business } from "../../app/src/content/business.ts";
import { expect, test } from "../running-site.ts";
import { barOf, cutOff } from "./call-bar.ts";

// The call to action is within reach at every text size, with the text for the hour.
// `every-page.spec.ts` has what applies to every page.

const phone = { width: 390, height: 844 };

test.use({ viewport: phone });

for (const width of [768, 992, 1000]) {
  test(`at ${width} px no call button breaks before its number`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ["/", "/contact"]) {
      await page.goto(path);
      const words = page.locator("a[href^='tel:']:visible > span:not(:has(.sr-only))");
      const lines = await words.evaluateAll((texts) =>
        texts.map((text) => {
          const range = document.createRange();
          range.selectNodeContents(text);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        }),
      );
      expect(new Set(lines), path).toEqual(new Set([1]));
    }
  });
}

test("the reviews are a link of the navigation and of the footer", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const role of ["navigation", "contentinfo"] as const) {
    await page.goto("/");
    const [part] = await page.getByRole(role).all();
    await part?.getByRole("link", { name: "Reviews", exact: true }).click();
    await expect(page).toHaveURL(/\/testimonials$/);
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
    expect(await cutOff(page)).toEqual([]);
    await browser.send("Page.setFontSizes", { fontSizes: { standard: 16, fixed: 13 } });
  });
}

test("after a storm the bar is one call", async ({ page }) => {
  await page.goto("/services/storm-damage");
  const links = barOf(page).getByRole("link");
  await expect(links).toHaveCount(1);
  await expect(links).toHaveAccessibleName(/^Call now/);
});

test.describe("by the company's clock", () => {
  const { opens, closes, days } = business.hours;
  const cases = [
    { day: days[0], hour: opens, open: true },
    { day: days[0], hour: closes - 1, open: true },
    { day: days[0], hour: closes, open: false },
    { day: days[0], hour: opens - 1, open: false },
    { day: "Sunday", hour: 12, open: false },
  ];
  const browsers = [{ temporal: true }, { temporal: false }];
  for (const { day, hour, open, temporal } of cases.flatMap((fields) =>
    browsers.map((browser) => ({ ...fields, ...browser })),
  )) {
    const where = temporal ? "" : ", without Temporal";
    test(`${day}, ${hour}:00${where}: ${open ? "the estimate" : "the call"} leads`, async ({
      page,
    }) => {
      await page.clock.setFixedTime(firstTimeAt(`${day}`, hour, business.timeZone));
      if (!temporal) await page.addInitScript(() => Reflect.deleteProperty(window, "Temporal"));
      await page.goto("/faq");
      const call = barOf(page).getByRole("link", { name: "Call now" });
      const estimate = barOf(page).getByRole("link", { name: "Free Estimate" });
      await expect(call).toHaveAccessibleName(
        open ? "Call now answered 24/7" : "Call now after hours too",
      );
      const [leads, follows] = open ? [estimate, call] : [call, estimate];
      await expect(leads).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
      await expect(follows).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    });
  }
});

/** Returns the first time in 2026 with this day and hour in a time zone. */
function firstTimeAt(day: string, hour: number, timeZone: string): Date {
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "long",
    hour: "numeric",
    hourCycle: "h23",
  });
  for (let time = Date.UTC(2026, 0, 1); ; time += 3_600_000) {
    const parts = clock.formatToParts(time);
    const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value;
    if (part("weekday") === day && Number(part("hour")) === hour) return new Date(time);
  }
}
