import type { Page, Route } from "@playwright/test";
import { EstimatePage, ordinaryAnswers } from "./estimate-page.ts";
import { test as base, bringReactIn, expect, openHydrated, type RunningSite } from "./site.ts";

// What a visitor does before React has arrived, or while it is on its way.

const test = base.extend<{ estimate: EstimatePage }>({
  estimate: async ({ page }, use) => use(new EstimatePage(page)),
});

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;

const wide = { width: 1440, height: 900 };
const entry = "**/assets/entry.client-*.js";

/** Keeps React away until it is let in. */
async function holdReact(page: Page, pattern = entry): Promise<() => void> {
  const letIn = Promise.withResolvers<void>();
  await page.route(pattern, async (route: Route) => {
    await letIn.promise;
    await route.continue();
  });
  return letIn.resolve;
}

/** What is posted from the page, by path. */
function postsOf(page: Page): string[] {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
  });
  return posts;
}

async function sentOnce(site: RunningSite, name: string): Promise<void> {
  expect(await site.leadsOf(name)).toHaveLength(1);
  expect(await site.mailsAbout(name)).toHaveLength(1);
}

test.describe("the estimate form", () => {
  test("filled in while React is on its way, it is neither reset nor sent twice", async ({
    estimate,
    page,
    site,
    visitorName,
  }) => {
    const letIn = await holdReact(page);
    await page.goto("/contact");
    const arrives = page.waitForRequest(entry);
    await estimate.fill({ ...visitorName, ...ordinaryAnswers });
    const typed = await estimate.values();
    expect(typed).toMatchObject({ service: "Tree Removal", urgency: "within-week" });
    await arrives;
    letIn();
    await estimate.hydrated();
    expect(await estimate.values()).toEqual(typed);
    await estimate.send();
    await expect(estimate.success).toBeVisible();
    await sentOnce(site, nameOf(visitorName));
  });

  test("sent before React has arrived, it is held and sent once when it has", async ({
    estimate,
    page,
    site,
    visitorName,
  }) => {
    const letIn = await holdReact(page);
    const posts = postsOf(page);
    await page.goto("/contact");
    await estimate.fill({ ...visitorName, ...ordinaryAnswers });
    await estimate.send();
    await expect(estimate.form).toHaveAttribute("aria-busy", "true");
    // An impatient second time.
    await estimate.send();
    expect(posts).toEqual([]);
    letIn();
    await expect(estimate.success).toContainText("Request submitted successfully!");
    await expect(estimate.form).not.toHaveAttribute("aria-busy");
    await expect(page).toHaveURL(/\/contact$/);
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
      await page.route(entry, (route) => route.abort());
      const posts = postsOf(page);
      await page.goto("/contact");
      await estimate.fill({ ...visitorName, ...ordinaryAnswers });
      await estimate.send();
      await expect(page).toHaveURL(/\/contact\?sent$/);
      await expect(estimate.success).toContainText("Request submitted successfully!");
      expect(posts).toEqual(["/contact"]);
      await sentOnce(site, nameOf(visitorName));
      const [row] = await site.leadsOf(nameOf(visitorName));
      expect(row?.session_id).toMatch(/^[0-9a-f-]{36}$/);

      // The same session, at once, with another request.
      await estimate.fill({ ...visitorName, ...ordinaryAnswers, message: "And the maple." });
      await estimate.send();
      await expect(estimate.alert).toHaveText(
        "Slow down!Please wait a few seconds before submitting again.",
      );
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
      await page.route("**/assets/boot-*.js", (route) => (away ? route.abort() : route.continue()));
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
      await expect(estimate.alert).toContainText("Message not allowed");

      await estimate.hydrated();
      await expect(page).toHaveURL(/\/contact$/);
      await expect(estimate.alert).toHaveText(
        "Message not allowedYour message appears to contain promotional content. Please try again.",
      );
      expect(await estimate.values()).toEqual(typed);
      await expect(estimate.control("message")).toHaveAttribute("aria-invalid", "true");

      await estimate.fill({ message: "The oak." });
      await expect(estimate.alert).toBeHidden();
      await expect(estimate.control("message")).not.toHaveAttribute("aria-invalid");
      await estimate.send();
      await expect(estimate.success).toBeVisible();
      // Reset to what an untouched form holds, not to what the server had filled in.
      expect(new Set(Object.values(await estimate.values()))).toEqual(new Set(["", "routine"]));
      await sentOnce(site, nameOf(visitorName));
    });
  });
});

test.describe("the first interaction is not lost", () => {
  test("the menu opens, and stays open when React arrives", async ({ page }) => {
    const letIn = await holdReact(page);
    await page.goto("/");
    await page.getByRole("button", { name: "Open menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await expect(menu).toBeVisible();
    await menu.getByText("Our Services").click();
    await expect(menu.getByRole("link", { name: "Storm Damage" })).toBeVisible();
    letIn();
    await page.waitForFunction(() => "__reactRouterDataRouter" in window);
    await expect(menu.getByRole("link", { name: "Storm Damage" })).toBeVisible();
    await menu.getByRole("link", { name: "Contact" }).click();
    await expect(page).toHaveURL(/\/contact$/);
    await expect(menu).toBeHidden();
  });

  test("the menu opens, and closes, in a browser without invoker commands", async ({ page }) => {
    await page.addInitScript(() => {
      // The buttons' own doing is taken away with what they are known by.
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

  test.describe("on a wide screen", () => {
    test.use({ viewport: wide });

    test("the dropdown opens, and stays open when React arrives", async ({ page }) => {
      const letIn = await holdReact(page);
      await page.goto("/");
      const services = page.getByRole("navigation", { name: "Main" }).locator("details");
      await services.getByText("Our Services").click();
      await expect(services.getByRole("link").first()).toBeVisible();
      letIn();
      await page.waitForFunction(() => "__reactRouterDataRouter" in window);
      await expect(services.getByRole("link").first()).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(services.getByRole("link").first()).toBeHidden();
    });
  });

  test("a question opens, and stays open when React arrives", async ({ page }) => {
    const letIn = await holdReact(page);
    await page.goto("/faq");
    const question = page.locator("main details").first();
    await question.locator("summary").click();
    await expect(question).toHaveJSProperty("open", true);
    letIn();
    await page.waitForFunction(() => "__reactRouterDataRouter" in window);
    await expect(question).toHaveJSProperty("open", true);
  });
});

test.describe("the missing path is logged once", () => {
  test.use({ expectedConsoleErrors: /Failed to load resource/ });

  for (const [name, hinder] of Object.entries({
    "by React, which the page brings in by itself": async () => {},
    "where React cannot be loaded, without it": (page: Page) =>
      page.route(entry, (route) => route.abort()),
  })) {
    test(name, async ({ page }) => {
      await hinder(page);
      const logged: string[] = [];
      page.on("console", (message) => {
        if (message.text().includes("/no/such/page")) logged.push(message.text());
      });
      await page.goto("/no/such/page");
      await expect.poll(() => logged).toEqual(["Page not found: /no/such/page"]);
      await page.getByRole("banner").getByRole("link").first().hover();
      await page.waitForLoadState("networkidle");
      expect(logged).toHaveLength(1);
    });
  }
});

test.describe("the view", () => {
  const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

  /** Scrolls down and answers where to; the browser may not go all the way at once. */
  async function scrollDown(page: Page): Promise<number> {
    await page.evaluate(() => window.scrollTo(0, 700));
    await expect.poll(() => scrollY(page)).toBe(700);
    return 700;
  }

  test("is at the top of the next page and where it was on the way back, without React", async ({
    page,
  }) => {
    await page.goto("/");
    const position = await scrollDown(page);
    await page.goto("/about");
    expect(await scrollY(page)).toBe(0);
    await page.goBack();
    await expect.poll(() => scrollY(page)).toBe(position);
  });

  test("stays where it is when React arrives", async ({ page }) => {
    await page.goto("/");
    const position = await scrollDown(page);
    await bringReactIn(page);
    expect(await scrollY(page)).toBe(position);
  });

  test("is at the top of the next page and where it was on the way back, with React", async ({
    page,
  }) => {
    await openHydrated(page, "/");
    const position = await scrollDown(page);
    await page
      .getByRole("link", { name: "Contact", exact: true })
      .last()
      .evaluate((link) => {
        (link as HTMLElement).click();
      });
    await expect(page).toHaveURL(/\/contact$/);
    await expect.poll(() => scrollY(page)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(() => scrollY(page)).toBe(position);
  });

  test("shows the right page when the way back leads over a page that was loaded anew", async ({
    page,
  }) => {
    await openHydrated(page, "/");
    await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
    await expect(page).toHaveURL(/\/faq$/);
    await page.reload();
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("The limb comes down.");
  });
});
