import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { business } from "../../app/src/content/business.ts";
import { expect, test } from "../running-site.ts";
import { EstimatePage, stopClock } from "./estimate-page.ts";

const { display: number, href: dialled } = business.phone;
const recording = "**/api/incrementPhoneClickCount";

/** Collects API requests and dialed numbers, in order. */
function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname, protocol } = new URL(request.url());
    if (protocol === "tel:" || pathname.startsWith("/api/")) requests.push(request.url());
  });
  return requests;
}

/** Opens the home page, approaches a call button, and stops the clock. */
async function open(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto("/");
  await page.getByRole("link", { name: number }).first().hover();
  await stopClock(page);
}

const call = (page: Page, modifiers?: "Shift"[]) =>
  page.getByRole("link", { name: number }).first().click({ modifiers });

test("a click is recorded, then the number is dialled", async ({ page, site }) => {
  const answer = Promise.withResolvers<void>();
  const requests = requestsOf(page);
  await page.route(recording, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await open(page);
  const asked = page.waitForRequest(recording);
  const dial = page.waitForRequest(dialled);
  // A press with a modifier dials too.
  await call(page, ["Shift"]);
  const body = (await asked).postDataJSON();
  expect(body).toEqual({
    visitor_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    referrer: "",
  });
  expect(requests).toEqual([`${site.url}/api/incrementPhoneClickCount`]);
  answer.resolve();
  await dial;
  expect(await site.settledClicksOf(body.session_id)).toHaveLength(1);
});

test("a click has the fingerprint, shows that it was pressed, and has the id of the lead", async ({
  page,
  site,
  visitorName,
}) => {
  await page.route(recording, () => {
    // No response: a dialer that opens would take the mouse.
  });
  await open(page);
  const asked = page.waitForRequest(recording);
  await call(page);
  const { visitor_id } = (await asked).postDataJSON();
  expect(visitor_id).toMatch(/^[0-9a-f]{32}$/);
  await expect(page.locator("a[href^='tel:'][aria-busy=true]")).toHaveCount(1);

  const estimate = new EstimatePage(page);
  await estimate.openFilled(visitorName);
  await estimate.send();
  await expect(estimate.success).toBeVisible();
  const { firstName, lastName } = visitorName;
  expect(await site.settledLeadsOf(`${firstName} ${lastName}`)).toMatchObject([{ visitor_id }]);
});

test("a link that is approached begins the fingerprint; one that hangs is not waited for", async ({
  page,
}) => {
  const fingerprint = "**/assets/fp.esm-*.js";
  await page.route(fingerprint, () => {
    // Never responds.
  });
  await page.clock.install();
  await page.goto("/");
  const begun = page.waitForRequest(fingerprint);
  await page.getByRole("link", { name: number }).first().hover();
  await begun;
  await page.clock.pauseAt(Date.now() + 10_000);
  const asked = page.waitForRequest(recording);
  const dial = page.waitForRequest(dialled);
  await call(page);
  await page.clock.runFor(1_000);
  expect((await asked).postDataJSON().visitor_id).toMatch(/^[0-9a-f-]{36}$/);
  await dial;
});

test("a press before the script has come is recorded by the browser itself", async ({
  page,
  site,
}) => {
  await page.route(/\/assets\/page-/, () => {
    // It never comes.
  });
  await page.route(`${site.url}/`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    // The site was built for another address.
    const body = html.replace(/ping="[^"]*(?=\/api)/g, `ping="${site.url}`);
    await route.fulfill({ response, body });
  });
  await page.goto("/", { waitUntil: "commit" });
  const link = page.getByRole("link", { name: number }).first();
  await expect(link).toBeVisible();
  const userAgent = `Pressed early, ${randomUUID()}`;
  await page.setExtraHTTPHeaders({ "User-Agent": userAgent });
  const recorded = page.waitForResponse(recording);
  // The locator's own click waits until the page is loaded.
  const { x, y } = await link.evaluate((element) => element.getBoundingClientRect());
  await page.mouse.click(x + 5, y + 5);
  expect((await recorded).status()).toBe(200);
  const clicks = "SELECT visitor_id, session_id FROM phone_clicks WHERE ua = $1";
  await expect
    .poll(() => site.sql(clicks, [userAgent]))
    .toEqual([{ visitor_id: null, session_id: null }]);
});

test("an impatient second click makes no second call", async ({ page }) => {
  const answer = Promise.withResolvers<void>();
  const requests = requestsOf(page);
  await page.route(recording, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await open(page);
  const dial = page.waitForRequest(dialled);
  await call(page);
  await call(page);
  answer.resolve();
  await dial;
  expect(requests).toEqual([expect.stringContaining("/api/incrementPhoneClickCount"), dialled]);
});

test.describe("recording that fails is logged, and the number is dialled anyway", () => {
  test.use({
    expectedConsoleErrors: /Failed to load resource|^Phone click tracking error: /,
  });

  const failures = {
    "the server says why": {
      answer: { status: 503, json: { error: "The database is away." } },
      logged: "Phone click tracking error: The database is away.",
    },
    "the server says nothing": {
      answer: { status: 500, body: "" },
      logged: "Phone click tracking error: Unknown error",
    },
  };
  for (const [name, { answer, logged }] of Object.entries(failures)) {
    test(name, async ({ page }) => {
      await page.route(recording, (route) => route.fulfill(answer));
      await open(page);
      const log = page.waitForEvent("console", (message) => message.text() === logged);
      const dial = page.waitForRequest(dialled);
      await call(page);
      await log;
      await dial;
    });
  }

  test("there is no network", async ({ page }) => {
    await page.route(recording, (route) => route.abort());
    await open(page);
    const dial = page.waitForRequest(dialled);
    await call(page);
    await dial;
  });

  test("the server hangs: after 1.5 seconds it is not waited for any more", async ({ page }) => {
    await page.route(recording, () => {
      // Never responds.
    });
    const requests = requestsOf(page);
    await open(page);
    const asked = page.waitForRequest(recording);
    const dial = page.waitForRequest(dialled);
    await call(page);
    await asked;
    await page.clock.runFor(1_400);
    expect(requests).not.toContain(dialled);
    await page.clock.runFor(100);
    await dial;
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a call button is a telephone link", async ({ page }) => {
    await page.goto("/contact");
    const links = page.getByRole("link", { name: number });
    await expect.poll(() => links.count()).toBeGreaterThan(3);
    for (const link of await links.all()) await expect(link).toHaveAttribute("href", dialled);
  });
});
