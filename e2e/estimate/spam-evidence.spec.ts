import { test as base, expect, nameOf } from "../running-site.ts";
import { EstimatePage, notices, ordinaryAnswers } from "./estimate-page.ts";

// The form sends signals that distinguish people from programs. None of them keeps a request from
// being saved, and an honest visitor doesn't notice them.

const test = base.extend<{ estimate: EstimatePage }>({
  estimate: async ({ page }, use) => use(new EstimatePage(page)),
});

const tokens = "**/api/form-token";

test.describe("the field for programs", () => {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? "with React" : "without JavaScript", () => {
      test.use({ javaScriptEnabled });

      test("is neither seen nor reached by people", async ({ estimate, page }) => {
        await page.goto("/contact");
        if (javaScriptEnabled) await estimate.hydrate();
        await expect(estimate.honeypot).toHaveAttribute("autocomplete", "off");
        await expect(estimate.honeypot).not.toBeInViewport();
        const { x, width } = (await estimate.honeypot.boundingBox()) ?? { x: 0, width: 0 };
        // To a program that reads the page, the field is displayed.
        expect(width).toBeGreaterThan(0);
        expect(x + width).toBeLessThan(0);

        // A screen reader doesn't read the field.
        await expect(
          estimate.form.getByRole("textbox", { name: "Leave this field empty" }),
        ).toHaveCount(0);
        await expect(estimate.form.getByRole("textbox")).toHaveCount(6);

        // Tab goes through the whole form in both directions and leaves it.
        const settledNames = async (key: string, from: "service" | "button", steps: number) => {
          const start = from === "button" ? estimate.button : estimate.control(from);
          await start.focus();
          const names: string[] = [];
          for (let step = 0; step < steps; step++) {
            await page.keyboard.press(key);
            const focused = page.locator(":focus");
            names.push((await focused.getAttribute("name")) ?? (await focused.innerText()));
          }
          return names;
        };
        const fields = [
          "service",
          "urgency",
          "message",
          "address",
          "firstName",
          "lastName",
          "phone",
          "email",
        ];
        expect(await settledNames("Tab", "service", 8)).toEqual([
          ...fields.slice(1),
          "Request my free estimate",
        ]);
        expect(await settledNames("Shift+Tab", "button", 8)).toEqual(fields.reverse());
      });
    });
  }

  test("filled in, and no token: the visitor is thanked, the row is suspect, its mail waits", async ({
    estimate,
    page,
    site,
    visitorName,
  }) => {
    await page.route(tokens, (route) => route.fulfill({ json: {} }));
    await estimate.openFilled(visitorName);
    await estimate.honeypot.evaluate((input: HTMLInputElement) => {
      input.value = "https://example.org";
    });
    await estimate.send();
    await expect(estimate.success).toContainText(notices.success.title);

    const rows = await site.leadsOf(nameOf(visitorName));
    expect(rows).toMatchObject([{ suspect: true }]);
    const mails = await site.sql("SELECT state FROM outbox WHERE id = $1", [rows[0]?.id]);
    expect(mails).toEqual([{ state: "quarantined" }]);
  });
});

test.describe("the time token", () => {
  /** Collects the tokens that are sent with rows. */
  function tokensOf({ page }: EstimatePage): (string | undefined)[] {
    const sent: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/rest/v1/site_forms")) {
        sent.push(request.headers()["x-form-token"]);
      }
    });
    return sent;
  }

  test("is asked for with the first touch, goes with the row, and the next form has another", async ({
    estimate,
    page,
    visitorName,
  }) => {
    const issued: string[] = [];
    page.on("response", async (response) => {
      if (response.url().endsWith("/api/form-token")) issued.push((await response.json()).token);
    });
    const sent = tokensOf(estimate);
    await page.clock.install();
    await estimate.open();
    await page.waitForLoadState("networkidle");
    expect(issued).toEqual([]);
    await estimate.control("firstName").focus();
    await expect.poll(() => issued).toHaveLength(1);

    await estimate.fill({ ...visitorName, ...ordinaryAnswers });
    await estimate.send();
    await expect(estimate.success).toBeVisible();
    expect(sent).toEqual(issued.slice(0, 1));

    await page.route("**/rest/v1/site_forms*", (route) =>
      // Mocked, because the server doesn't use the browser's fake clock and would apply the cooldown.
      route.fulfill({ status: 201, json: { id: "1" } }),
    );
    await page.route("**/api/send-email", (route) => route.fulfill({ json: { success: true } }));
    await estimate.sendAnother();
    await estimate.control("firstName").focus();
    await expect.poll(() => issued).toHaveLength(2);
    await estimate.fill({ ...visitorName, ...ordinaryAnswers, message: "And the maple." });
    await page.clock.fastForward(31_000);
    await estimate.send();
    // Waits for the confirmation page, so that the test doesn't end during the navigation.
    await expect(estimate.success).toBeVisible();
    expect(sent).toEqual(issued);
    expect(new Set(sent).size).toBe(2);
  });

  test("stays with a form that comes back from the back/forward cache", async ({
    estimate,
    page,
    visitorName,
  }) => {
    const issued = page.waitForResponse(tokens);
    const sent = tokensOf(estimate);
    await estimate.openFilled(visitorName);
    const { token } = await (await issued).json();
    await page.evaluate(() => {
      window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    });
    await estimate.send();
    await expect(estimate.success).toBeVisible();
    expect(sent).toEqual([token]);
  });
});
