import { test as base, expect, nameOf } from "../running-site.ts";
import { barOf } from "../site/call-bar.ts";
import { callUs, EstimatePage, notices, ordinaryAnswers } from "./estimate-page.ts";

const test = base.extend<{ estimate: EstimatePage }>({
  estimate: async ({ page }, use) => use(new EstimatePage(page)),
});

test.use({
  javaScriptEnabled: false,
  expectedConsoleErrors: /Failed to load resource: .* 422/,
});

test("the menu opens and closes, holds the links, and leads on", async ({ page }) => {
  await page.goto("/");
  const menu = page.getByRole("dialog", { name: "Menu" });
  const opener = page.getByRole("link", { name: "Open menu" });
  const { x, y } = (await opener.boundingBox()) ?? { x: 0, y: 0 };
  await page.evaluate(() => window.scrollTo(0, 500));
  // `click()` would scroll the page for an element in a sticky header.
  await page.mouse.click(x + 10, y + 10);
  await expect(menu).toBeVisible();
  await page.mouse.click(x + 10, y + 10);
  await expect(menu).toBeHidden();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(500);

  await opener.click();
  const storm = menu.getByRole("link", { name: "Storm Damage", exact: true });
  await expect(storm).toBeHidden();
  await menu.getByText("Our Services").click();
  await storm.click();
  await expect(page).toHaveURL(/\/services\/storm-damage$/);
  await expect(menu).toBeHidden();
});

test("the services open and close", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  const services = page.getByRole("navigation", { name: "Main" }).locator("details");
  await services.getByText("Our Services").click();
  await expect(services.getByRole("link")).toHaveCount(7);
  await services.getByRole("link", { name: "Tree Removal" }).click();
  await expect(page).toHaveURL(/\/services\/tree-removal$/);
});

test("a question opens, closes the one that was open, and closes again", async ({ page }) => {
  await page.goto("/faq");
  const questions = page.locator("main details");
  const first = questions.nth(0);
  const second = questions.nth(1);
  await first.locator("summary").click();
  await expect(first).toHaveAttribute("open");
  await second.locator("summary").click();
  await expect(second).toHaveAttribute("open");
  await expect(first).not.toHaveAttribute("open");
  await second.locator("summary").click();
  await expect(second).not.toHaveAttribute("open");
});

test("the form is refused, what was typed stays, and mended it is taken", async ({
  estimate,
  page,
  site,
  visitorName,
}) => {
  const { title, text } = notices.message;
  await page.goto("/contact");
  const message = "We offer \"Backlinks\" & more.\n</textarea><script>alert('1')</script>";
  await estimate.fill({ ...visitorName, ...ordinaryAnswers, message });
  const typed = await estimate.values();
  await estimate.send();
  await expect(estimate.alert).toContainText(
    `${title}${text}“Backlink” looks like advertising. Say it in other words, or call us.${callUs}`,
  );
  await expect(estimate.alert).toBeInViewport();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(estimate.control("message")).toBeFocused();
  await expect(estimate.control("message")).toHaveAccessibleDescription(
    new RegExp(`^${title} ${text}`),
  );
  await estimate.expectValues(typed);
  expect(await site.settledLeadsOf(nameOf(visitorName))).toEqual([]);

  await estimate.fill({ message: ordinaryAnswers.message });
  await estimate.send();
  await expect(estimate.success).toBeVisible();
  await site.expectOnce(nameOf(visitorName));
});

test("the form comes with the service of the page that led to it", async ({ estimate, page }) => {
  for (const [path, service] of Object.entries({
    "/services/stump-grinding": "Stump Grinding",
    "/services/cleanup": "Land Care",
  })) {
    await page.goto(path);
    await page.getByRole("main").getByRole("link", { name: "Get Free Estimate" }).first().click();
    await expect(page).toHaveURL(/\/contact\?service=[^#]+$/);
    // The page begins at its top, with the form on a phone's first screen.
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect(estimate.control("service")).toBeInViewport({ ratio: 1 });
    const bar = await barOf(page).boundingBox();
    const control = await estimate.control("service").boundingBox();
    expect((control?.y ?? 0) + (control?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    await expect(estimate.control("service")).toHaveValue(service);
  }
  await page.goto("/faq");
  await page.getByRole("main").getByRole("link", { name: "Contact Us" }).click();
  await expect(estimate.control("service")).toHaveValue("");
});
