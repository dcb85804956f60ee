import { hero as contact } from "../../app/src/routes/contact/content.ts";
import { expectNoViolation } from "../axe.ts";
import { EstimatePage, ordinaryAnswers } from "../estimate/estimate-page.ts";
import { expect, test } from "../running-site.ts";

const wide = { width: 1440, height: 900 };

test.describe("the slide-out menu of a phone", () => {
  test("holds the links, opens the services, and closes on a choice", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Open menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    for (const label of ["Home", "About Us", "Portfolio", "Testimonials", "FAQ", "Contact"]) {
      await expect(menu.getByRole("link", { name: label, exact: true })).toBeVisible();
    }
    const storm = menu.getByRole("link", { name: "Storm Damage", exact: true });
    await expect(storm).toBeHidden();
    await menu.getByText("Our Services").click();
    await expect(storm).toBeVisible();
    await menu.getByText("Our Services").click();
    await expect(storm).toBeHidden();

    await menu.getByRole("link", { name: "Contact" }).click();
    await expect(page).toHaveURL(/\/contact$/);
    await expect(menu).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(contact.heading);
  });

  test("closes on Escape, on its button and beside it, and gives the focus back", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 700, height: 844 });
    await page.goto("/");
    const opener = page.getByRole("button", { name: "Open menu" });
    const menu = page.getByRole("dialog", { name: "Menu" });
    const ways = [
      () => page.keyboard.press("Escape"),
      () => menu.getByRole("button", { name: "Close menu" }).click(),
      () => page.mouse.click(20, 400),
    ];
    for (const close of ways) {
      await opener.click();
      await expect(menu).toBeVisible();
      await close();
      await expect(menu).toBeHidden();
      await expect(opener).toBeFocused();
    }
  });

  test("opens and closes in a browser without invoker commands", async ({ page }) => {
    await page.addInitScript(() => {
      // Removes the buttons' default action and the properties by which the feature is detected.
      addEventListener("click", (event) => {
        if ((event.target as Element).closest("button[commandfor]")) event.preventDefault();
      });
      Reflect.deleteProperty(HTMLButtonElement.prototype, "commandForElement");
      Reflect.deleteProperty(HTMLDialogElement.prototype, "closedBy");
    });
    await page.setViewportSize({ width: 700, height: 844 });
    await page.goto("/");
    const menu = page.getByRole("dialog", { name: "Menu" });
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(menu).toBeVisible();
    await menu.getByRole("button", { name: "Close menu" }).click();
    await expect(menu).toBeHidden();
  });

  test("keeps the focus while it is open", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Open menu" }).click();
    for (let press = 0; press < 14; press++) {
      await page.keyboard.press("Tab");
      const outside = await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement !== document.body && !activeElement?.closest("dialog");
      });
      expect(outside).toBe(false);
    }
  });
});

test.describe("the header on a wide screen", () => {
  test.use({ viewport: wide });

  test("stays in sight", async ({ page }) => {
    await page.goto("/contact");
    const navigation = page.getByRole("navigation", { name: "Main" });
    await page.keyboard.press("End");
    await expect(navigation).toBeInViewport();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.keyboard.press("End");
    await expect(page.getByRole("banner")).toBeInViewport({ ratio: 1 });
  });

  test("the services open by mouse and close on a choice, outside and on Escape", async ({
    page,
  }) => {
    await page.goto("/");
    const navigation = page.getByRole("navigation", { name: "Main" });
    const services = navigation.getByText("Our Services");
    const links = navigation.locator("details").getByRole("link");

    await services.click();
    await expect(links).toHaveText([
      "All Services",
      "Tree Removal",
      "Tree Pruning",
      "Storm Damage",
      "Cleanup",
      "Stump Grinding",
      "For Properties",
    ]);
    await page.locator("h1").click({ position: { x: 5, y: 5 } });
    await expect(links.first()).toBeHidden();

    await services.click();
    await page.keyboard.press("Escape");
    await expect(links.first()).toBeHidden();

    await services.click();
    await links.filter({ hasText: "Tree Removal" }).click();
    await expect(page).toHaveURL(/\/services\/tree-removal$/);
    await expect(links.first()).toBeHidden();
  });

  test("the services open under the mouse, which a click does not end, and by ArrowDown", async ({
    page,
  }) => {
    await page.goto("/");
    const navigation = page.getByRole("navigation", { name: "Main" });
    const services = navigation.getByText("Our Services");
    const links = navigation.locator("details").getByRole("link");
    await services.hover();
    await expect(links.first()).toBeVisible();
    // The menu stays open while the pointer moves to its links.
    await links.last().hover();
    await expect(links.last()).toBeVisible();
    await page.locator("h1").hover({ position: { x: 5, y: 5 } });
    await expect(links.first()).toBeHidden();

    await services.click();
    await expect(links.first()).toBeVisible();
    await page.locator("h1").hover({ position: { x: 5, y: 5 } });
    await expect(links.first()).toBeHidden();
    await page.keyboard.press("ArrowDown");
    await expect(links.first()).toBeFocused();
  });
});

test("the way to the form stands out on the home page of a phone, clear of the picture", async ({
  page,
}) => {
  await page.goto("/");
  const main = page.getByRole("main");
  const link = main.getByRole("link", { name: "Get Free Estimate" }).first();
  const ground = await link.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(ground).not.toBe("rgba(0, 0, 0, 0)");
  const box = await link.boundingBox();
  const picture = await main.getByRole("img").first().boundingBox();
  expect(box?.width).toBe(350);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(picture?.y ?? 0);
});

test.describe("there is no violation that axe knows", () => {
  test("in the open menu", async ({ page }) => {
    await page.goto("/contact");
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("dialog").getByText("Our Services").click();
    await page
      .getByRole("dialog")
      .evaluate((menu) => Promise.all(menu.getAnimations().map(({ finished }) => finished)));
    await expectNoViolation(page);
  });

  test("in the notices", async ({ page, visitorName }) => {
    const estimate = new EstimatePage(page);
    await estimate.openFilled({ ...visitorName, phone: "", urgency: "Emergency" });
    await estimate.send();
    await expect(estimate.alert).toBeVisible();
    await expectNoViolation(page);
    await estimate.fill({ phone: ordinaryAnswers.phone });
    await estimate.send();
    await expect(estimate.success).toBeVisible();
    await expectNoViolation(page);
  });
});
