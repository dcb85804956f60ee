import { existsSync } from "node:fs";
import type { Page } from "@playwright/test";
import { business } from "../../app/src/content/business.ts";
import { responseTimes } from "../../app/src/content/promises.ts";
import { formAnchorLabel } from "../../app/src/routes/contact/content.ts";
import { card } from "../../app/src/routes/contact/sent/content.ts";
import { violationsOnPage } from "../axe.ts";
import { expect } from "../running-site.ts";
import { test as base, expectPolicy } from "../site/content-security-policy.ts";
import {
  type Answers,
  EstimatePage,
  emptyValues,
  notices,
  ordinaryAnswers,
} from "./estimate-page.ts";

// What stands in the form's place after it was sent.

const phone = { width: 390, height: 844 };

const test = base.extend<{ estimate: EstimatePage }>({
  estimate: async ({ page }, use) => use(new EstimatePage(page)),
});

const confirmation = (page: Page) => page.locator("#confirmation");

/** Sends the form, and waits for what confirms it. */
async function send(estimate: EstimatePage, answers: Partial<Answers>): Promise<void> {
  await estimate.open();
  await estimate.fill({ ...ordinaryAnswers, ...answers });
  await estimate.send();
  await expect(confirmation(estimate.page)).toBeVisible();
}

/** The documents that the page loads from now on. */
function documentsOf(page: Page): string[] {
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  return documents;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    async function sendAsHere(estimate: EstimatePage, answers: Partial<Answers>) {
      if (javaScriptEnabled) return send(estimate, answers);
      await estimate.page.goto("/contact");
      await estimate.fill({ ...ordinaryAnswers, ...answers });
      await estimate.send();
    }

    test("what was sent is confirmed, also after a reload, and the form comes back empty", async ({
      estimate,
      page,
      visitorName,
    }) => {
      await sendAsHere(estimate, visitorName);
      for (const again of [false, true]) {
        if (again) await page.reload();
        await expect(page).toHaveURL(/\/contact\?sent$/);
        await expect(estimate.outcome).toHaveText(notices.success.title);
        await expect(estimate.outcome).toBeFocused();
        await expect(estimate.outcome).toBeInViewport();
        const text = confirmation(page);
        await expect(text).toContainText(notices.success.text);
        await expect(text).toContainText(`calls you from ${business.phone.display}, by `);
        for (const sent of [
          `${visitorName.firstName} ${visitorName.lastName}`,
          ordinaryAnswers.phone,
          ordinaryAnswers.service,
          ordinaryAnswers.urgency,
          ordinaryAnswers.address,
        ]) {
          await expect(text.getByRole("definition").getByText(sent, { exact: true })).toBeVisible();
        }
        await expect(text.locator("ol li")).toHaveCount(3);
        await expect(page.getByRole("form")).toHaveCount(0);
      }
      await estimate.sendAnother();
      await expect(page).toHaveURL(/\/contact#estimate$/);
      await expect(page.locator("#estimate")).toBeInViewport();
      await expect(confirmation(page)).toHaveCount(0);
      expect(await estimate.values()).toEqual(emptyValues);
    });

    test("in an emergency the call stands first", async ({ estimate, page, visitorName }) => {
      await page.setViewportSize(phone);
      await sendAsHere(estimate, { ...visitorName, urgency: "Emergency" });
      await expect(estimate.outcome).toHaveText("Call now.");
      const call = confirmation(page).getByRole("link").first();
      await expect(call).toHaveAttribute("href", business.phone.href);
      await expect(call).toBeInViewport({ ratio: 1 });
      await expect(confirmation(page)).toContainText(`within ${responseTimes.arrival}`);
      for (const words of [notices.success.title, notices.success.text]) {
        await expect(confirmation(page).getByText(words)).toBeVisible();
      }
    });

    test("without a cookie it confirms without what was sent", async ({
      context,
      estimate,
      page,
      visitorName,
    }) => {
      await sendAsHere(estimate, visitorName);
      // Before that, the answer that sets the cookie may still be on its way.
      await expect(confirmation(page).locator("dl")).toHaveCount(1);
      await context.clearCookies();
      await page.reload();
      await expect(estimate.outcome).toHaveText(notices.success.title);
      await expect(confirmation(page)).toContainText(`calls you from ${business.phone.display}.`);
      await expect(confirmation(page).locator("dl")).toHaveCount(0);
    });
  });
}

test("each link to the form brings it back without a load, and it works", async ({
  estimate,
  page,
  visitorName,
}) => {
  await send(estimate, visitorName);
  const documents = documentsOf(page);
  await page.getByRole("link", { name: formAnchorLabel }).click();
  await expect(page).toHaveURL(/\/contact#estimate$/);
  await expect(estimate.form).toBeVisible();
  await estimate.fill({ ...visitorName, ...ordinaryAnswers, address: "4 Beech Lane" });
  await estimate.send();
  await expect(estimate.alert).toContainText(notices.cooldown.title);
  expect(documents).toEqual([]);
});

test("the call of an emergency is recorded, then dialled", async ({
  estimate,
  page,
  site,
  visitorName,
}) => {
  await send(estimate, { ...visitorName, urgency: "Emergency" });
  const clicks = () => site.sql("SELECT 1 FROM phone_clicks");
  const before = await clicks();
  const dial = page.waitForRequest(business.phone.href);
  await confirmation(page).getByRole("link").first().click();
  await dial;
  expect(await clicks()).toHaveLength(before.length + 1);
});

test("the contact is saved under the company's name, and the page stays as it is", async ({
  estimate,
  page,
  visitorName,
}) => {
  await send(estimate, visitorName);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: card.label }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${business.name}.vcf`);
  expect(existsSync(await download.path())).toBe(true);
  await expect(page.locator("[data-leaving]")).toHaveCount(0);
});

test.describe("where the confirmation does not come", () => {
  test.use({ expectedConsoleErrors: /Failed to load resource|ERR_/ });

  const hindrances: Record<string, (page: Page) => Promise<unknown>> = {
    "there is no network any more": (page) =>
      page.route("**/contact?sent", (route) => route.abort()),
    "its script does not load": (page) =>
      page.route("**/assets/confirmation-*.js", (route) => route.abort()),
    "the server has another page": (page) =>
      page.route("**/contact?sent", (route) => route.fulfill({ body: "<p>Away</p>" })),
    "the server hangs": (page) =>
      page.route("**/contact?sent", () => {
        // Never answered.
      }),
  };
  for (const [name, hinder] of Object.entries(hindrances)) {
    test(`${name}: the notice says it, and the fields are reset`, async ({
      estimate,
      page,
      site,
      visitorName,
    }) => {
      await page.clock.install();
      await hinder(page);
      await estimate.open();
      await estimate.fill({ ...visitorName, ...ordinaryAnswers });
      if (name === "the server hangs") {
        const asked = page.waitForRequest("**/contact?sent");
        await estimate.send();
        await asked;
        await page.clock.fastForward(5_000);
      } else await estimate.send();
      await expect(estimate.success).toHaveText(notices.success.title + notices.success.text);
      await expect(estimate.success).toBeFocused();
      await expect(estimate.button).toBeEnabled();
      expect(await estimate.values()).toEqual(emptyValues);
      const { firstName, lastName } = visitorName;
      expect(await site.leadsOf(`${firstName} ${lastName}`)).toHaveLength(1);
      // Nor does the draft come back.
      await page.unrouteAll();
      await page.goto("/contact");
      expect(await estimate.values()).toEqual(emptyValues);
    });
  }
});

const texts = {
  "of HTML": '<script>document.title = "taken"</script><b>&amp;"\'',
  "in Spanish": "Señora Núñez-Ibáñez, árbol caído ¡ya!",
  "of emoji": "🌳🪵👩‍🌾".repeat(30),
  "of 300 letters": "Llanfairpwllgwyngyll".repeat(15),
};
for (const [name, text] of Object.entries(texts)) {
  test(`texts ${name} are shown as they are, in their room`, async ({
    estimate,
    page,
    violations,
    visitorName,
  }) => {
    await page.setViewportSize(phone);
    await send(estimate, {
      firstName: `${visitorName.firstName}${text}`,
      lastName: `${visitorName.lastName}${text}`,
      phone: text,
      address: text,
    });
    const shown = confirmation(page).locator("[data-sent=address]");
    expect(text.startsWith((await shown.innerText()).replace(/…$/, ""))).toBe(true);
    expectPolicy(await page.reload());
    for (const [width, size] of [
      [320, ""],
      [768, ""],
      [1440, ""],
      [390, ""],
      [390, "200%"],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.reload();
      const scrollWidth = await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
        return document.documentElement.scrollWidth;
      }, size);
      expect.soft(scrollWidth, `at ${width} px ${size}`).toBe(width);
    }
    expect(await page.title()).not.toBe("taken");
    expect(violations).toEqual([]);
  });
}

for (const urgency of ["Routine", "Emergency"]) {
  test(`${urgency}: axe knows no violation, on a phone and on a wide screen`, async ({
    estimate,
    page,
    violations,
    visitorName,
  }) => {
    for (const viewport of [phone, { width: 1440, height: 900 }]) {
      await page.setViewportSize(viewport);
      await send(estimate, { ...visitorName, urgency, message: `At ${viewport.width} px` });
      expect.soft(await violationsOnPage(page)).toEqual([]);
      await page.context().clearCookies();
      await page.evaluate(() => {
        sessionStorage.clear();
        localStorage.clear();
      });
    }
    expect(violations).toEqual([]);
  });
}

test("on paper the confirmation is printed, and not the form", async ({
  estimate,
  page,
  visitorName,
}) => {
  await send(estimate, visitorName);
  await page.emulateMedia({ media: "print" });
  await expect(estimate.outcome).toBeVisible();
  await expect(confirmation(page).getByText(ordinaryAnswers.address)).toBeVisible();
  await expect(page.locator("[href$='#estimate']:visible, form:visible")).toHaveCount(0);
});
