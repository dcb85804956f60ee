import type { Page, Route } from "@playwright/test";
import { test as base, expect, nameOf, type RunningSite } from "../running-site.ts";
import { translate } from "../translate.ts";
import { EstimatePage, emptyValues, notices, ordinaryAnswers } from "./estimate-page.ts";

// The visitor's actions before the form is hydrated, or while its script loads.

const test = base.extend<{ estimate: EstimatePage }>({
  estimate: async ({ page }, use) => use(new EstimatePage(page)),
});

const island = "**/assets/hydrate-estimate-form-*.js";

/** Delays React's script; returns a function that lets it load. */
async function delayReact(page: Page, pattern = island): Promise<() => void> {
  const release = Promise.withResolvers<void>();
  await page.route(pattern, async (route: Route) => {
    await release.promise;
    await route.continue();
  });
  return release.resolve;
}

/** Collects the paths of the page's POST requests. */
function postsOf(page: Page): string[] {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
  });
  return posts;
}

async function sentOnce(site: RunningSite, name: string): Promise<void> {
  await site.expectOnce(name);
}

test.describe("the estimate form", () => {
  test("filled in while React is on its way, it is neither reset nor sent twice", async ({
    estimate,
    page,
    site,
    visitorName,
  }) => {
    const release = await delayReact(page);
    await page.goto("/contact");
    const arrives = page.waitForRequest(island);
    await estimate.fill({ ...visitorName, ...ordinaryAnswers });
    const typed = await estimate.values();
    expect(typed).toMatchObject({ service: "Tree Removal", urgency: "within-week" });
    await arrives;
    release();
    await estimate.expectHydrated();
    await estimate.expectValues(typed);
    await estimate.send();
    await expect(estimate.success).toBeVisible();
    await sentOnce(site, nameOf(visitorName));
  });

  test("translated before the first touch, it keeps what is typed, the focus, and the translation", async ({
    estimate,
    page,
    visitorName,
  }) => {
    await page.goto("/contact");
    await page.evaluate(translate);
    await estimate.control("firstName").focus();
    await page.keyboard.type(visitorName.firstName);
    await page.keyboard.press("Tab");
    await page.keyboard.type(visitorName.lastName);
    await estimate.expectHydrated();
    await expect(estimate.control("lastName")).toBeFocused();
    await page.keyboard.type("!");
    await estimate.expectValues({
      ...emptyValues,
      ...visitorName,
      lastName: `${visitorName.lastName}!`,
    });
    await expect(estimate.form.locator("legend font font").first()).toBeVisible();
    await estimate.send();
    await expect(estimate.alert).toContainText(notices.missing.title);
    await page.evaluate(translate);
    await estimate.fill({ ...ordinaryAnswers, urgency: undefined });
    await expect(estimate.alert).toBeHidden();
    await estimate.send();
    await expect(estimate.success).toBeVisible();
  });

  test("sent before React has arrived, it is held and sent once when it has", async ({
    estimate,
    page,
    site,
    visitorName,
  }) => {
    const release = await delayReact(page);
    const posts = postsOf(page);
    await page.goto("/contact");
    await estimate.fill({ ...visitorName, ...ordinaryAnswers });
    await estimate.send();
    await expect(estimate.button).toBeDisabled();
    await expect(estimate.button).toHaveAccessibleName("Sending...");
    // An impatient second submit.
    await estimate.control("firstName").press("Enter");
    expect(posts).toEqual([]);
    release();
    await expect(estimate.success).toContainText(notices.success.title);
    await expect(page).toHaveURL(/\/contact\?sent$/);
    expect(posts).toEqual(["/api/get-tracking-data", "/rest/v1/site_forms", "/api/send-email"]);
    await sentOnce(site, nameOf(visitorName));
  });

  test.describe("where React cannot be loaded", () => {
    test.use({ expectedConsoleErrors: /Failed to load resource/ });

    test("it goes the browser's own way, once, with the session that it belongs to", async ({
      estimate,
      page,
      site,
      visitorName,
    }) => {
      await page.route(island, (route) => route.abort());
      const posts = postsOf(page);
      await page.goto("/contact");
      await estimate.fill({ ...visitorName, ...ordinaryAnswers });
      await estimate.send();
      await expect(page).toHaveURL(/\/contact\?sent$/);
      await expect(estimate.success).toContainText(notices.success.title);
      expect(posts).toEqual(["/contact"]);
      await sentOnce(site, nameOf(visitorName));
      const [row] = await site.leadsOf(nameOf(visitorName));
      expect(row?.session_id).toMatch(/^[0-9a-f-]{36}$/);

      // The same session sends another request at once.
      await estimate.sendAnother();
      await estimate.expectValues(emptyValues);
      await estimate.fill({ ...visitorName, ...ordinaryAnswers, message: "And the maple." });
      await estimate.send();
      await expect(estimate.alert).toContainText(notices.cooldown.title);
      await expect(estimate.control("message")).toHaveValue("And the maple.");
      await sentOnce(site, nameOf(visitorName));
    });
  });

  test.describe("in the page that answers a form sent without it", () => {
    test.use({ expectedConsoleErrors: /Failed to load resource/ });

    test("React takes over, and keeps the notice and the values", async ({
      estimate,
      page,
      site,
      visitorName,
    }) => {
      let away = true;
      await page.route("**/assets/page-*.js", (route) => (away ? route.abort() : route.continue()));
      await page.goto("/contact");
      const hostile = 'The "oak" & <elm>\nWe sell backlinks';
      await estimate.fill({
        ...visitorName,
        ...ordinaryAnswers,
        urgency: "Emergency",
        message: hostile,
      });
      const typed = await estimate.values();
      away = false;
      await estimate.send();
      await expect(estimate.alert).toContainText(notices.message.title);

      await estimate.hydrate();
      await expect(page).toHaveURL(/\/contact$/);
      await expect(estimate.alert).toContainText(notices.message.title + notices.message.text);
      await expect(estimate.alert).toContainText("“backlink”");
      await estimate.expectValues(typed);
      await expect(estimate.control("message")).toHaveAttribute("aria-invalid", "true");

      await estimate.fill({ message: "The oak." });
      await expect(estimate.alert).toBeHidden();
      await expect(estimate.control("message")).toHaveAttribute("aria-invalid", "false");
      await estimate.send();
      await expect(estimate.success).toBeVisible();
      await sentOnce(site, nameOf(visitorName));
    });
  });
});

test.describe("an empty form that is sent by touch", () => {
  test.use({ hasTouch: true });

  for (const [name, open] of Object.entries({
    "before React has come": (estimate: EstimatePage) => estimate.page.goto("/contact"),
    "when React has taken over": (estimate: EstimatePage) => estimate.open(),
  })) {
    test(`${name}: what is missing is said at the first try`, async ({ estimate }) => {
      await open(estimate);
      await estimate.button.tap();
      await expect(estimate.alert).toContainText(notices.missing.title + notices.missing.text);
      await expect(estimate.alert).toBeInViewport();
      await expect(estimate.button).toBeEnabled();
    });
  }
});
