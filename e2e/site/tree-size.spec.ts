import type { Page, Request } from "@playwright/test";
import { priceGuide, shownRange } from "../../app/src/content/prices.ts";
import { sizer as copy } from "../../app/src/routes/services/content.ts";
import { EstimatePage } from "../estimate/estimate-page.ts";
import { expect, test } from "../running-site.ts";

/** The limit of the sizer's own script, compressed. */
const SCRIPT_LIMIT_BYTES = 12 * 1024;

const partsOf = (page: Page) => {
  const sizer = page.getByRole("region", { name: copy.heading });
  return {
    sizer,
    height: sizer.getByRole("slider", { name: copy.height }),
    distance: sizer.getByRole("slider", { name: copy.distance }),
    stump: sizer.getByRole("checkbox", { name: copy.stump }),
    wires: sizer.getByRole("checkbox", { name: copy.wires }),
    band: sizer.getByRole("status").first(),
    send: sizer.getByRole("link", { name: copy.send }),
  };
};

/** Opens the page and waits until the sizer is interactive. */
async function openSizer(page: Page) {
  await page.goto("/services");
  const parts = partsOf(page);
  await parts.height.scrollIntoViewIfNeeded();
  await expect(parts.send).toHaveAttribute("href", /message=/);
  return parts;
}

test("a tree is sized by the keyboard, and its words are in the details", async ({ page }) => {
  const { height, distance, stump, wires, band, send, sizer } = await openSizer(page);
  const [, middle] = priceGuide.trees;
  const [, , wide] = priceGuide.stumps;
  await expect(height).toHaveAttribute(
    "aria-valuetext",
    "45 feet, about 1.5 times a two-story house",
  );
  await expect(band).toContainText(shownRange(middle?.open ?? [0, 0]));
  await expect(sizer.getByText(copy.wiresNote)).toBeHidden();

  await height.focus();
  await page.keyboard.press("ArrowRight");
  await expect(height).toHaveAttribute(
    "aria-valuetext",
    "50 feet, about 1.5 times a two-story house",
  );
  await page.keyboard.press("Tab");
  await expect(distance).toBeFocused();
  for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowLeft");
  await expect(distance).toHaveAttribute("aria-valuetext", "10 feet, branches reach the house");
  await expect(band).toContainText(shownRange(middle?.tight ?? [0, 0]));
  await page.keyboard.press("Tab");
  await expect(stump).toBeFocused();
  await page.keyboard.press("Space");
  const [from, to] = [0, 1].map((end) => (middle?.tight[end] ?? 0) + (wide?.range[end] ?? 0));
  await expect(band).toContainText(shownRange([from ?? 0, to ?? 0]));
  await page.keyboard.press("Tab");
  await expect(wires).toBeFocused();
  await page.keyboard.press("Space");
  await expect(sizer.getByText(copy.wiresNote)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(send).toBeFocused();
  await page.keyboard.press("Enter");

  const estimate = new EstimatePage(page);
  const words =
    "My tree: 50 feet, about 1.5 times a two-story house; 10 feet from the house, " +
    "branches reach the house. Wires near it. Grind the stump too. Price guide: " +
    `${shownRange([from ?? 0, to ?? 0])}.`;
  await expect(estimate.control("message")).toHaveValue(words);
  await expect(estimate.control("service")).toHaveValue("Tree Removal");
  await estimate.hydrate();
  await expect(estimate.control("message")).toHaveValue(words);
});

test("another size takes the place of the first, beside what was typed", async ({ page }) => {
  const estimate = new EstimatePage(page);
  await page.goto("/contact");
  await estimate.fill({ firstName: "Ann", message: "Behind the garage." });
  for (const height of [45, 80]) {
    const parts = await openSizer(page);
    await parts.height.fill(`${height}`);
    await parts.send.click();
    await expect(estimate.control("message")).toHaveValue(
      new RegExp(`^Behind the garage\\.\nMy tree: ${height} feet[^\n]+$`),
    );
    await expect(estimate.control("firstName")).toHaveValue("Ann");
  }
});

test("the words arrive where nothing may be stored", async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
  );
  const { send } = await openSizer(page);
  await send.click();
  await expect(new EstimatePage(page).control("message")).toHaveValue(/^My tree: 45 feet/);
});

test("the sizer's script is small, and comes when the sizer comes into view", async ({ page }) => {
  const scripts: Request[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request);
  });
  await page.goto("/services", { waitUntil: "networkidle" });
  const first = scripts.map((request) => request.url());
  await openSizer(page);
  const own = scripts.filter((request) => !first.includes(request.url()));
  expect(own).toHaveLength(1);
  const sizes = await own[0]?.sizes();
  expect(sizes?.responseBodySize).toBeLessThanOrEqual(SCRIPT_LIMIT_BYTES);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("there is the table, and no sizer", async ({ page }) => {
    await page.goto("/services");
    await expect(page.getByText(copy.heading)).toBeHidden();
    for (const { height, open, tight } of priceGuide.trees) {
      const row = page.getByRole("row", { name: height });
      for (const range of [open, tight]) await expect(row).toContainText(shownRange(range));
    }
  });
});
