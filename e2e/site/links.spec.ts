import type { Page } from "@playwright/test";
import { business } from "../../app/src/content/business.ts";
import { story } from "../../app/src/routes/home/content.ts";
import { properties } from "../../app/src/routes/services/content.ts";
import { EstimatePage, ordinaryAnswers } from "../estimate/estimate-page.ts";
import { test as base, expect, nameOf } from "../running-site.ts";

// Pages are documents: the browser handles links, history, and reloads, also where React has
// hydrated the form.

const test = base.extend<{ estimate: EstimatePage }>({
  estimate: async ({ page }, use) => use(new EstimatePage(page)),
});

for (const target of ["#estimate", "#areas"]) {
  test(`a link leads to ${target} when React has taken the form over`, async ({
    estimate,
    page,
  }) => {
    await estimate.open();
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator(`main a[href="${target}"]`).click();
    await expect(page.locator(target)).toBeInViewport();
    await expect(page).toHaveURL(new RegExp(`/contact${target}$`));
    const { y } = (await page.locator(target).boundingBox()) ?? { y: -1 };
    const header = await page.getByRole("banner").boundingBox();
    expect(y).toBeGreaterThanOrEqual(header?.height ?? 0);
  });
}

test.describe("what was typed is still there", () => {
  const leaveByLink = (page: Page) =>
    page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();

  test("after a reload, after a link and the way back, and after another link", async ({
    estimate,
    page,
    visitorName,
  }) => {
    await estimate.openFilled(visitorName);
    const typed = await estimate.values();
    const isBack = async () => {
      await expect(page).toHaveURL(/\/contact$/);
      await estimate.expectValues(typed);
      await estimate.hydrate();
      await estimate.expectValues(typed);
    };
    await page.reload();
    await isBack();
    await leaveByLink(page);
    await expect(page).toHaveURL(/\/faq$/);
    await page.goBack();
    await isBack();
    await leaveByLink(page);
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
    await isBack();
  });

  test("beside the service of the page that leads to the form then", async ({
    estimate,
    page,
    visitorName,
  }) => {
    await estimate.openFilled(visitorName);
    const typed = await estimate.values();
    await page.goto("/services/stump-grinding");
    await page.getByRole("main").getByRole("link", { name: "Get Free Estimate" }).first().click();
    await estimate.hydrate();
    await estimate.expectValues({ ...typed, service: "Stump Grinding" });
  });

  test("beside what the link for properties asks for", async ({ estimate, page }) => {
    await estimate.open();
    await estimate.fill({ firstName: "Ann" });
    await page.goto("/services#properties");
    await page.locator("#properties").getByRole("link", { name: "Get Free Estimate" }).click();
    await expect(estimate.control("message")).toHaveValue(properties.details);
    await estimate.hydrate();
    await expect(estimate.control("message")).toHaveValue(properties.details);
    await expect(estimate.control("firstName")).toHaveValue("Ann");
  });

  test("but not once it was sent", async ({ estimate, page, visitorName }) => {
    await estimate.openFilled(visitorName);
    await estimate.send();
    await expect(estimate.success).toBeVisible();
    await leaveByLink(page);
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
    await expect(page).toHaveURL(/\/contact$/);
    await expect(estimate.control("message")).toHaveValue("");
  });
});

test.describe("an outcome that nobody saw", () => {
  test.use({ expectedConsoleErrors: /Failed to load resource|^The lead was not saved: / });

  test("a request whose answers were lost stays one, with its newest words, after a reload and an edit", async ({
    estimate,
    page,
    site,
    visitorName,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "globalPrivacyControl", { value: true });
    });
    await estimate.open();
    // The form itself sends it twice.
    await page.route(
      "**/rest/v1/site_forms*",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 2 },
    );
    await estimate.fill({ ...visitorName, ...ordinaryAnswers, phone: "404-555-0122" });
    await estimate.send();
    await expect(estimate.alert).toContainText("Submission failed.");
    await site.expectOnce(nameOf(visitorName));

    await page.reload();
    await estimate.hydrate();
    await estimate.fill({ phone: ordinaryAnswers.phone });
    await estimate.send();
    await expect(estimate.success).toBeVisible();
    const leads = await site.settledLeadsOf(nameOf(visitorName));
    expect(leads).toMatchObject([{ phone: ordinaryAnswers.phone, session_id: null }]);
    const mails = await site.mailsAbout(nameOf(visitorName));
    expect(mails).toHaveLength(2);
  });
});

test.describe("without a network at the moment of sending", () => {
  test.use({ expectedConsoleErrors: /Failed to load resource/ });

  test("the page stays, and sends by itself when the network is back", async ({
    context,
    estimate,
    page,
    site,
    visitorName,
  }) => {
    const rules = page.waitForResponse("**/*.wasm");
    const dataService = page.waitForResponse(
      async (response) =>
        response.url().endsWith(".js") && (await response.text()).includes("X-Client-Info"),
    );
    await estimate.openFilled(visitorName);
    const typed = await estimate.values();
    await Promise.all([rules, dataService]);
    await context.setOffline(true);
    const failed = page.waitForEvent("requestfailed");
    await estimate.send();
    await failed;
    await expect(estimate.button).toBeDisabled();
    await estimate.expectValues(typed);

    await context.setOffline(false);
    await expect(estimate.success).toBeVisible();
    await site.expectOnce(nameOf(visitorName));
  });

  test("before React has come, the page stays, says so, and sends the next time", async ({
    context,
    estimate,
    page,
    site,
    visitorName,
  }) => {
    await page.route("**/assets/hydrate-*.js", (route) => route.abort());
    await page.goto("/contact");
    await estimate.fill({ ...visitorName, ...ordinaryAnswers });
    const typed = await estimate.values();
    await context.setOffline(true);
    await estimate.send();
    await expect(estimate.alert).toContainText("You are offline");
    await expect(estimate.alert).toContainText(business.phone.display);
    await expect(estimate.button).toBeEnabled();
    await expect(page).toHaveURL(/\/contact$/);
    await estimate.expectValues(typed);

    await context.setOffline(false);
    await page.unroute("**/assets/hydrate-*.js");
    await estimate.send();
    await expect(estimate.success).toBeVisible();
    await site.expectOnce(nameOf(visitorName));
  });
});

test("a link that is pressed shows that the next page is on its way", async ({ page }) => {
  await page.goto("/");
  const shown = await page.getByRole("link", { name: story.link.label }).evaluate((link) => {
    const animation = () => getComputedStyle(document.body, "::after").animationName;
    const before = animation();
    (link as HTMLElement).click();
    return [before, animation()];
  });
  expect(shown).toEqual(["none", "leaving"]);
  await expect(page).toHaveURL(/\/about$/);
});

test.describe("the menu of a tablet that is turned", () => {
  test.use({ viewport: { width: 800, height: 1100 } });

  test("closes, and the page can be used", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
    await page.setViewportSize({ width: 1100, height: 800 });
    await expect(page.locator("dialog[open]")).toHaveCount(0);
    await page.getByRole("navigation", { name: "Main" }).getByText("About Us").click();
    await expect(page).toHaveURL(/\/about$/);
  });
});

test("the year in the footer is this year's, whenever the page was built", async ({ page }) => {
  await page.clock.setFixedTime("2031-05-04T12:00:00Z");
  await page.goto("/");
  await expect(page.getByRole("contentinfo")).toContainText("© 2031");
});
