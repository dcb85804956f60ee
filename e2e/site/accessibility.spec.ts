import type { Page } from "@playwright/test";
import { business } from "../../app/src/content/business.ts";
import { form } from "../../app/src/routes/contact/content.ts";
import { projects } from "../../app/src/routes/portfolio/content.ts";
import { expectNoViolation } from "../axe.ts";
import { EstimatePage, ordinaryAnswers } from "../estimate/estimate-page.ts";
import { test as base, expect } from "../running-site.ts";

// What axe doesn't check: the accessibility tree, large text, low screens, forced colors, paper.
// `every-page.spec.ts` has what applies to every page.

const test = base.extend<{ estimate: EstimatePage }>({
  estimate: async ({ page }, use) => use(new EstimatePage(page)),
});

interface AccessibleNode {
  role: string;
  name: string;
  properties: Record<string, unknown>;
}

/** Returns a page's accessibility tree. */
async function accessibilityTree(page: Page): Promise<AccessibleNode[]> {
  const browser = await page.context().newCDPSession(page);
  const { nodes } = await browser.send("Accessibility.getFullAXTree");
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, properties }) => ({
      role: role?.value,
      name: name?.value,
      properties: Object.fromEntries(
        properties?.map((property) => [property.name, property.value.value]) ?? [],
      ),
    }));
}

test("every project is in the accessibility tree before anybody scrolls", async ({ page }) => {
  await page.goto("/portfolio");
  const tree = await accessibilityTree(page);
  const headings = tree.filter(({ role }) => role === "heading").map(({ name }) => name);
  expect(headings).toEqual(expect.arrayContaining(Object.keys(projects)));
  expect(tree.filter(({ role, name }) => role === "image" && name)).toHaveLength(
    Object.keys(projects).length,
  );
});

test.describe("the form", () => {
  test("calls nothing invalid before anything was typed", async ({ estimate, page }) => {
    await estimate.open();
    const tree = await accessibilityTree(page);
    const controls = tree.filter(({ role }) => ["textbox", "combobox"].includes(role));
    expect(controls).toHaveLength(7);
    expect(controls.filter(({ properties }) => properties.invalid !== "false")).toEqual([]);
  });

  test("has the region of each notice before there is a notice", async ({ estimate, page }) => {
    await page.goto("/contact");
    const regions = estimate.form.locator("[data-notice]");
    // Six text fields, the service, the urgency; success, failure, no network.
    await expect(regions).toHaveCount(11);
    await expect(
      estimate.form.locator(":is([role=alert], [role=status]) > [data-notice][hidden]"),
    ).toHaveCount(11);
  });

  test("announces the advice for an emergency", async ({ estimate, page }) => {
    await page.goto("/contact");
    const call = estimate.form.locator("[role=status] a[href^='tel:']");
    await expect(call).toHaveCount(1);
    await expect(call).toBeHidden();
    const reply = estimate.form.getByText("An answer within");
    await expect(reply).toBeVisible();
    await estimate.fill({ urgency: "Emergency" });
    await expect(call).toBeVisible();
    await expect(reply).toBeHidden();
  });

  test("has a place for a notice about any field", async ({ estimate, page, visitorName }) => {
    await page.route("**/rest/v1/site_forms*", (route) =>
      route.fulfill({
        status: 422,
        json: { code: "PT422", message: "Not now", details: "Another day.", hint: "urgency" },
      }),
    );
    await estimate.openFilled(visitorName);
    await estimate.send();
    await expect(estimate.alert).toHaveText("Not nowAnother day.");
    await expect(estimate.alert).toHaveAttribute("data-notice", "urgency");
  });

  test.use({ expectedConsoleErrors: /422|^The lead was not saved: / });
});

test("the skip link has room around its words", async ({ page }) => {
  await page.goto("/");
  const link = page.getByRole("link", { name: "Skip to the content" });
  await expect(link).not.toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport();
  await expect(link).toHaveCSS("padding-left", "16px");
  await expect(link).toHaveCSS("padding-top", "8px");
});

test.describe("with forced colors", () => {
  test.use({ contextOptions: { forcedColors: "active" } });

  test("the page that is shown is marked", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/about");
    const navigation = page.getByRole("navigation", { name: "Main" });
    const line = (name: string) => navigation.getByRole("link", { name, exact: true });
    await expect(line("About Us")).toHaveCSS("text-decoration-line", "underline");
    await expect(line("Home")).toHaveCSS("text-decoration-line", "none");
  });

  test("the arrow of the service is the system's", async ({ estimate, page }) => {
    await page.goto("/contact");
    await expect(estimate.control("service")).toHaveCSS("appearance", "auto");
    await expect(estimate.control("service")).toHaveCSS("background-image", "none");
  });
});

test.describe("in the dark", () => {
  test.use({ colorScheme: "dark" });

  const groundOf = (page: Page) =>
    page.locator("html").evaluate((html) => getComputedStyle(html).backgroundColor);

  const foliageOf = (page: Page) =>
    page.locator("footer .canopy-line").evaluate((line) => getComputedStyle(line).color);

  /** Returns the background of the page above its footer. */
  const endOf = (page: Page) =>
    page.locator("main > :last-child").evaluate((end) => {
      const parents = [end, document.body, document.documentElement];
      const grounds = parents.map((element) => getComputedStyle(element).backgroundColor);
      return grounds.find((ground) => ground !== "rgba(0, 0, 0, 0)");
    });

  test("the form's pages are dark, and axe knows no violation", async ({
    estimate,
    page,
    visitorName,
  }) => {
    await page.goto("/");
    const day = await groundOf(page);
    await estimate.open();
    const night = await groundOf(page);
    expect(night).not.toBe(day);
    await estimate.fill({ ...visitorName, ...ordinaryAnswers, phone: "", urgency: "Emergency" });
    await estimate.send();
    await expect(estimate.alert).toBeVisible();
    await expectNoViolation(page);
    await estimate.fill({ phone: ordinaryAnswers.phone });
    await estimate.send();
    await expect(estimate.success).toBeVisible();
    await expect.poll(() => groundOf(page)).toBe(night);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectNoViolation(page);
    const foliage = await foliageOf(page);
    expect.soft(foliage, "foliage before the footer").not.toBe(await endOf(page));
  });
});

for (const [name, viewport] of Object.entries({
  "a phone held sideways": { width: 844, height: 390 },
  "a page at 400%": { width: 320, height: 256 },
})) {
  test(`${name}: header and call bar leave the screen to the page`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto("/");
    await page.evaluate(() => scrollTo(0, 600));
    await expect(page.getByRole("banner")).not.toBeInViewport();
    await expect(page.locator("[data-call-bar]")).not.toBeInViewport();
  });
}

test("on paper the answers stand below their questions", async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 960 });
  await page.goto("/faq");
  await page.emulateMedia({ media: "print" });
  for (const answer of await page.locator("main details section p").all()) {
    await expect(answer).toBeVisible();
  }
});

/** Returns how many sheets of paper a page takes. */
async function settledSheetsOf(page: Page): Promise<number | undefined> {
  const paper = (await page.pdf({ format: "Letter" })).toString("latin1");
  return paper.match(/\/Type\s*\/Page\b/g)?.length;
}

test("on paper the services are four sheets", async ({ page }) => {
  await page.goto("/services");
  expect(await settledSheetsOf(page)).toBeLessThanOrEqual(4);
});

test("on paper the contact page is two sheets, with no heading over nothing", async ({ page }) => {
  await page.goto("/contact");
  expect(await settledSheetsOf(page)).toBeLessThanOrEqual(2);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: form.heading })).toBeHidden();
  await expect(page.locator("[href$='#estimate']:visible")).toHaveCount(0);
  const facts = page.getByRole("complementary", { name: "How to reach us" });
  const hours = facts.getByText(business.hours.display, { exact: true });
  const { y, height } = (await hours.boundingBox()) ?? { y: 0, height: 0 };
  if (!business.emergencyService) return;
  const emergency = await page.getByText("Emergency service 24/7").boundingBox();
  expect(emergency?.y).toBeGreaterThanOrEqual(y + height - 1);
});
