import { existsSync } from "node:fs";
import type { Page, Route } from "@playwright/test";
import { TIME_LIMIT_MS } from "../../app/src/api/post-json.ts";
import { business } from "../../app/src/content/business.ts";
import { responseTimes } from "../../app/src/content/promises.ts";
import { card, meanwhile } from "../../app/src/routes/contact/sent/content.ts";
import { expectNoViolation } from "../axe.ts";
import { expect, nameOf } from "../running-site.ts";
import { test as base, expectPolicy } from "../site/content-security-policy.ts";
import {
  type Answers,
  EstimatePage,
  emptyValues,
  notices,
  ordinaryAnswers,
  stopClock,
} from "./estimate-page.ts";

// The page that confirms a submitted form.

const phone = { width: 390, height: 844 };

const test = base.extend<{ estimate: EstimatePage }>({
  estimate: async ({ page }, use) => use(new EstimatePage(page)),
});

const confirmation = (page: Page) => page.locator("#confirmation");

/** The request's reference and the time of the call, as the page shows them. */
const reference = /Reference [0-9A-F]{4}\. /;
const callTime =
  /will call you (today|tomorrow|on \w+) (before|from) (\d+ [AP]M|noon)\. We call from /;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    async function sendAsHere(estimate: EstimatePage, answers: Partial<Answers>) {
      if (javaScriptEnabled) return estimate.sendOrdinary(answers);
      await estimate.page.goto("/contact");
      await estimate.fill({ ...ordinaryAnswers, ...answers });
      await estimate.send();
    }

    test("what was sent is confirmed, also after a reload, and the form comes back empty", async ({
      estimate,
      page,
      site,
      visitorName,
    }) => {
      await sendAsHere(estimate, visitorName);
      for (const again of [false, true]) {
        if (again) await page.reload();
        await expect(page).toHaveURL(/\/contact\?sent$/);
        await expect(estimate.outcome).toHaveText(`Thank you, ${visitorName.firstName}.`);
        await expect(estimate.outcome).toBeFocused();
        await expect(estimate.outcome).toBeInViewport();
        await expect(page).toHaveTitle(/^Request submitted/);
        const text = confirmation(page);
        await expect(text).toContainText(notices.success.title);
        await expect(text).toContainText(notices.success.text);
        await expect(text).toContainText(callTime);
        await expect(text).toContainText(reference);
        for (const sent of [
          `${visitorName.firstName} ${visitorName.lastName}`,
          ordinaryAnswers.phone,
          ordinaryAnswers.service,
          ordinaryAnswers.urgency,
          ordinaryAnswers.address,
          ordinaryAnswers.email,
          ordinaryAnswers.message,
        ]) {
          await expect(text.getByRole("definition").getByText(sent, { exact: true })).toBeVisible();
        }
        await expect(text.locator("ol li")).toHaveCount(3);
        await expect(estimate.form).toHaveCount(0);
      }
      await site.expectOnce(nameOf(visitorName));
      await estimate.sendAnother();
      await expect(page.locator("#estimate")).toBeInViewport();
      await expect(confirmation(page)).toHaveCount(0);
      await estimate.expectValues(emptyValues);
    });
  });
}

test("in an emergency the call stands first, is recorded, then dialled", async ({
  estimate,
  page,
  site,
  violations,
  visitorName,
}) => {
  await page.setViewportSize(phone);
  await page.clock.install();
  await estimate.sendOrdinary({ ...visitorName, urgency: "Emergency" });
  await expect(estimate.outcome).toHaveText(`Call now, ${visitorName.firstName}.`);
  const text = confirmation(page);
  const call = text.getByRole("link").first();
  await expect(call).toHaveAttribute("href", business.phone.href);
  await expect(call).toBeInViewport({ ratio: 1 });
  await expect(text).toContainText(`within ${responseTimes.arrival}`);
  for (const words of [notices.success.title, ...Object.keys(meanwhile.items)]) {
    await expect(text.getByText(words)).toBeVisible();
  }
  // It promises an answer within a day.
  await expect(text.getByText(notices.success.text)).toHaveCount(0);
  await expectNoViolation(page);

  await stopClock(page);
  const recording = page.waitForRequest("**/api/incrementPhoneClickCount");
  const dial = page.waitForRequest(business.phone.href);
  await call.click();
  const { session_id } = (await recording).postDataJSON();
  await dial;
  expect(await site.settledClicksOf(session_id)).toHaveLength(1);
  expect(violations).toEqual([]);
});

test("without a request the address is that of the form", async ({ estimate, page }) => {
  await page.goto("/contact?sent");
  await expect(estimate.form).toBeVisible();
  await expect(estimate.success).toHaveCount(0);
  await expect(confirmation(page)).toHaveCount(0);
});

test("a browser that takes no cookies is thanked all the same", async ({
  context,
  estimate,
  page,
  visitorName,
}) => {
  await page.route("**/contact?sent", async (route) => {
    await context.clearCookies();
    const { cookie: _, ...headers } = await route.request().allHeaders();
    await route.continue({ headers });
  });
  await estimate.openFilled(visitorName);
  await estimate.send();
  await expect(estimate.success).toContainText(notices.success.title);
});

test("the confirmation logs nothing, is saved as a contact, and printed without the form", async ({
  estimate,
  page,
  violations,
  visitorName,
}) => {
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  await estimate.sendOrdinary(visitorName);
  await expect(estimate.outcome).toBeFocused();
  await expectNoViolation(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: card.label }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${business.name}.vcf`);
  expect(existsSync(await download.path())).toBe(true);
  await expect(page.locator("[data-leaving]")).toHaveCount(0);

  await page.emulateMedia({ media: "print" });
  await expect(estimate.outcome).toBeVisible();
  await expect(confirmation(page).getByText(ordinaryAnswers.address)).toBeVisible();
  await expect(page.locator("main a[href^='/contact']:visible, form:visible")).toHaveCount(0);
  expect([messages, violations]).toEqual([[], []]);
});

test.describe("where the confirmation does not come", () => {
  test.use({ expectedConsoleErrors: /Failed to load resource|ERR_/ });

  const failures: [string, (route: Route) => unknown, method: string][] = [
    ["there is no network any more", (route) => route.abort(), "HEAD"],
    [
      "the server hangs",
      () => {
        // Never responds.
      },
      "HEAD",
    ],
    ["the page itself does not come", (route) => route.fulfill({ status: 204 }), "GET"],
  ];
  for (const [name, fail, method] of failures) {
    test(`${name}: the notice says it, and the fields are reset`, async ({
      estimate,
      page,
      site,
      visitorName,
    }) => {
      await page.clock.install();
      await page.route("**/contact?sent", (route) =>
        route.request().method() === method ? fail(route) : route.continue(),
      );
      await estimate.openFilled(visitorName);
      await stopClock(page);
      const asked = page.waitForRequest(
        (request) => request.url().endsWith("/contact?sent") && request.method() === method,
      );
      await estimate.send();
      await asked;
      await page.clock.runFor(TIME_LIMIT_MS);
      await expect(estimate.success).toHaveText(notices.success.title + notices.success.text);
      await expect(estimate.success).toBeFocused();
      // A screen reader announces it.
      const announced = "[role=status] > [data-notice=success]:not([hidden])";
      await expect(estimate.form.locator(announced)).toBeVisible();
      await expect(estimate.button).toBeEnabled();
      await estimate.expectValues(emptyValues);
      await site.expectOnce(nameOf(visitorName));
      // The draft doesn't come back either.
      await page.unrouteAll();
      await page.goto("/contact");
      await estimate.expectValues(emptyValues);
    });
  }
});

test("texts are shown as they are, in their room", async ({
  estimate,
  page,
  violations,
  visitorName,
}) => {
  const html = '<script>document.title = "taken"</script><b>&amp;"\'';
  const texts = {
    firstName: "¡Señora-Núñez!",
    lastName: `${visitorName.lastName} ${html}`,
    phone: "🌳🪵👩‍🌾".repeat(30),
    address: "Llanfairpwllgwyngyll".repeat(15),
  };
  await page.setViewportSize(phone);
  await estimate.sendOrdinary(texts);
  await expect(estimate.outcome).toHaveText(`Thank you, ${texts.firstName}.`);
  await expect(confirmation(page).getByRole("definition").first()).toContainText(html);
  for (const name of ["phone", "address"] as const) {
    const shown = await confirmation(page).locator(`[data-sent=${name}]`).innerText();
    // Joiners are invisible, and left out.
    expect(texts[name].replaceAll("\u200d", "")).toContain(shown.replace(/…$/, ""));
  }
  expectPolicy(await page.reload());
  const widthOf = (fontSize: string) =>
    page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
      return document.documentElement.scrollWidth;
    }, fontSize);
  for (const [width, size] of [
    [320, ""],
    [768, ""],
    [1440, ""],
    [390, ""],
    [390, "200%"],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => widthOf(size), `at ${width} px ${size}`).toBe(width);
  }
  await expect(page).not.toHaveTitle("taken");
  expect(violations).toEqual([]);
});
