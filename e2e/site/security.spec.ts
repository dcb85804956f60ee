import type { Response } from "@playwright/test";
import {
  EstimatePage,
  expectFingerprint,
  notices,
  ordinaryAnswers,
} from "../estimate/estimate-page.ts";
import { expect } from "../running-site.ts";
import { test as base, expectPolicy } from "./content-security-policy.ts";

const test = base.extend<{ estimate: EstimatePage }>({
  estimate: async ({ page }, use) => use(new EstimatePage(page)),
});

test("from the home page to the form, which is filled in, checked by the WASM, and sent", async ({
  estimate,
  page,
  site,
  violations,
  visitorName,
}) => {
  const loaded: string[] = [];
  page.on("response", (response) => {
    if (response.ok()) loaded.push(new URL(response.url()).pathname);
  });
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: "Get Free Estimate" }).first().click();
  await expect(page).toHaveURL(/\/contact$/);

  // The rules in the browser refuse the form, so nothing is sent.
  await estimate.fill({ ...visitorName, ...ordinaryAnswers, phone: "" });
  await estimate.send();
  await expect(estimate.alert).toContainText(notices.missing.title);
  await expect(estimate.button).toBeEnabled();
  expect(loaded).not.toContain("/rest/v1/site_forms");

  // If the policy blocked the fingerprint, a random UUID would replace it.
  await expectFingerprint(page);
  await estimate.fill({ phone: ordinaryAnswers.phone });
  await estimate.send();
  await expect(estimate.success).toBeVisible();
  expect(loaded).toContainEqual(expect.stringMatching(/\.wasm$/));
  expect(loaded).toContain("/rest/v1/site_forms");
  expect(violations).toEqual([]);

  // Besides the pages' own files, the browser requests only these paths.
  const calls = loaded.filter((path) => !/^\/assets\/|\.(svg|json)$/.test(path));
  expect([...new Set(calls)].toSorted()).toEqual([
    "/",
    "/api/form-token",
    "/api/get-tracking-data",
    "/api/send-email",
    "/contact",
    "/rest/v1/site_forms",
  ]);

  const { firstName, lastName } = visitorName;
  expect(await site.settledLeadsOf(`${firstName} ${lastName}`)).toMatchObject([
    { visitor_id: expect.stringMatching(/^[0-9a-f]{32}$/) },
  ]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, expectedConsoleErrors: /Failed to load resource: .* 422/ });

  test("the form may be sent, and the pages that answer it have the policy too", async ({
    estimate,
    page,
    visitorName,
  }) => {
    const answers: Response[] = [];
    page.on("response", (response) => {
      if (response.request().isNavigationRequest()) answers.push(response);
    });
    await page.goto("/contact");
    await estimate.fill({ ...visitorName, ...ordinaryAnswers, address: " " });
    await estimate.send();
    await expect(estimate.alert).toBeVisible();
    await estimate.fill({ address: ordinaryAnswers.address });
    await estimate.send();
    await expect(estimate.success).toBeVisible();
    expect(answers.map((answer) => answer.status())).toEqual([200, 422, 303, 200]);
    for (const answer of answers.filter((answer) => answer.status() !== 303)) expectPolicy(answer);
  });
});

test.describe("the policy stops", () => {
  test.use({ expectedConsoleErrors: /Content Security Policy/ });

  const attacks = {
    "an inline script": ["script-src-elem: inline", "<script>document.title = 'taken'</script>"],
    "a handler in the markup": ["script-src-attr: inline", "<a onclick='' href='/'></a>"],
    "an inline style": ["style-src-attr: inline", "<p style='color: red'></p>"],
    "a form that leads away": ["form-action: https://evil.example/?", ""],
  } as const;

  test(Object.keys(attacks).join(", "), async ({ page }) => {
    for (const [violation, markup] of Object.values(attacks)) {
      await page.goto("/about");
      // The page itself waits for the event, without timers or calls between processes.
      const [title, ...violations] = await page.evaluate((html) => {
        const { promise, resolve } = Promise.withResolvers<string[]>();
        const seen: string[] = [];
        addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
          seen.push(`${violatedDirective}: ${blockedURI}`);
          // Waits for events of the same task.
          setTimeout(() => resolve([document.title, ...seen]));
        });
        if (html) {
          // Runs the scripts in the markup, which `innerHTML` doesn't.
          document.body.append(document.createRange().createContextualFragment(html));
        } else {
          const form = document.createElement("form");
          form.action = "https://evil.example/";
          document.body.append(form);
          form.submit();
        }
        return promise;
      }, markup);
      expect(violations).toEqual([violation]);
      expect(title).not.toBe("taken");
    }
  });
});
