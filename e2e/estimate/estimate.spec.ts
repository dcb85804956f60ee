import type { Page } from "@playwright/test";
import { business } from "../../app/src/content/business.ts";
import { formAnchorLabel } from "../../app/src/routes/contact/content.ts";
import company from "../../company.json" with { type: "json" };
import { test as base, expect, nameOf, RunningSite } from "../running-site.ts";
import {
  type Answers,
  callUs,
  EstimatePage,
  emptyValues,
  expectFingerprint,
  notices,
  ordinaryAnswers,
  stopClock,
} from "./estimate-page.ts";

const test = base.extend<{ estimate: EstimatePage }>({
  estimate: async ({ page }, use) => use(new EstimatePage(page)),
});

const fallback = "Submission failed. Please try again or call us directly.";

// Recognizes scripts by their content, since their file names change with each build.
const isDataService = (script: string) => script.includes("X-Client-Info");
const isFingerprint = (script: string) => script.includes("openfpcdn");

const callButton = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: business.phone.display });

test("a long link widens neither its field nor the page", async ({ estimate, page }) => {
  await page.goto("/contact");
  const link = `https://photos.example.com/${"0123456789".repeat(20)}`;
  await estimate.fill({ message: link, address: link });
  const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(widthOf).toBe(width);
  }
});

test("a request from a phone becomes one row with all its fields, and one mail", async ({
  estimate,
  page,
  site,
  visitorName,
}) => {
  let key: string | undefined;
  page.on("request", (request) => {
    key ??= request.headers()["idempotency-key"];
  });
  await page.goto("/contact", { referer: "https://www.example.org/" });
  await estimate.hydrate();
  await estimate.fill({ ...visitorName, ...ordinaryAnswers });
  await expectFingerprint(page);
  await estimate.send();

  await expect(estimate.success).toContainText(notices.success.title);
  await expect(estimate.success).toContainText(notices.success.text);
  await expect(estimate.outcome).toBeInViewport();

  await site.expectOnce(nameOf(visitorName));
  const rows = await site.leadsOf(nameOf(visitorName));
  expect(rows[0]).toMatchObject({
    full_name: nameOf(visitorName),
    email: ordinaryAnswers.email,
    phone: ordinaryAnswers.phone,
    message: expect.stringContaining(ordinaryAnswers.message),
    site_name: expect.stringMatching(/./),
    visitor_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    ip_hash: expect.stringMatching(/./),
    ua: expect.stringContaining("Chrome"),
    referrer: "https://www.example.org/",
    // Only a proxy knows the geolocation, and there is none.
    city: null,
    state: null,
    country: null,
  });
  expect(rows[0]?.id, "the browser's key").toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  expect(rows[0]?.id).toBe(key);
  for (const part of [ordinaryAnswers.address, ordinaryAnswers.service, "Within a week"]) {
    expect(rows[0]?.message).toContain(part);
  }
});

test("while it is sent, the button is disabled and says so", async ({
  estimate,
  page,
  visitorName,
}) => {
  const release = Promise.withResolvers<void>();
  await page.route("**/api/get-tracking-data", async (route) => {
    await release.promise;
    await route.continue();
  });
  await estimate.openFilled(visitorName);
  await estimate.send();
  await expect(estimate.button).toBeDisabled();
  await expect(estimate.button).toHaveAccessibleName("Sending...");
  const typed = await estimate.values();
  await expect(estimate.control("message")).not.toBeEditable();
  await estimate.form.getByText("Urgent", { exact: true }).click({ force: true });
  await page.keyboard.press("ArrowDown");
  await estimate.expectValues(typed);
  release.resolve();
  await expect(estimate.success).toBeVisible();
});

test.describe("a request that the rules refuse", () => {
  const refusals = [
    ...(["firstName", "lastName", "phone", "address", "service"] as const).map((field) => ({
      answers: { [field]: "" },
      field,
      ...notices.missing,
      finding: "Still empty: ",
    })),
    {
      answers: { email: "INFO@oakhill.com" },
      field: "email" as const,
      ...notices.email,
      finding: "“INFO@” is not allowed in it. You may leave it empty: we call you back.",
    },
    {
      answers: { message: "We offer Backlinks for your site." },
      field: "message" as const,
      ...notices.message,
      finding: `“Backlink” looks like advertising. Say it in other words, or call us.${callUs}`,
    },
  ];

  test("is told so at its field, keeps what was typed, and is not sent", async ({
    estimate,
    page,
    site,
    visitorName,
  }) => {
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.url());
    });
    await estimate.open();
    for (const { answers, field, title, text, finding } of refusals) {
      await test.step(`${title}: ${field}`, async () => {
        await estimate.fill({ ...visitorName, ...ordinaryAnswers, ...answers });
        await expect(estimate.alert).toBeHidden();
        const typed = await estimate.values();
        await estimate.send();

        await expect(estimate.alert).toContainText(title);
        await expect(estimate.alert).toContainText(text + finding);
        await expect(estimate.alert).toBeInViewport();
        const control = estimate.control(field);
        await expect(control).toBeFocused();
        await expect(control).toHaveAttribute("aria-invalid", "true");
        await expect(control).toHaveAccessibleDescription(new RegExp(`^${title} ${text}`));
        await estimate.expectValues(typed);
        await expect(estimate.button).toBeEnabled();

        expect(sent).toEqual([]);
      });
    }
    await site.expectNothing(nameOf(visitorName));
  });

  test("all that is missing is marked and named, until each is mended", async ({
    estimate,
    page,
  }) => {
    await estimate.openFilled({ address: "", phone: " ", service: "" });
    await estimate.send();
    await expect(estimate.alert).toHaveText(
      `${notices.missing.title}${notices.missing.text}Still empty: Service, Property address, First name, Last name, Phone.`,
    );
    await expect(estimate.control("service")).toBeFocused();
    const marked = estimate.form.locator("[aria-invalid=true]");
    await expect(marked).toHaveCount(5);
    await estimate.fill({ service: "Tree Removal", phone: ordinaryAnswers.phone });
    await expect(marked).toHaveCount(3);
    await expect(page.getByRole("alert").filter({ visible: true })).toHaveCount(0);
  });

  test("the words that look like advertising are marked in the field", async ({
    estimate,
    visitorName,
  }) => {
    const message = "ChatGPT said it could be oak wilt.\nI do\nWeb  Design and more.";
    await estimate.openFilled({ ...visitorName, message });
    await estimate.send();
    await expect(estimate.alert).toContainText("“ChatGPT”");
    const selected = () =>
      estimate
        .control("message")
        .evaluate((field: HTMLTextAreaElement) =>
          field.value.slice(field.selectionStart, field.selectionEnd),
        );
    await expect.poll(selected).toBe("ChatGPT");
    await estimate.fill({ message: message.replace("ChatGPT", "Somebody") });
    await estimate.send();
    await expect.poll(selected).toBe("Web  Design");
  });

  test("a number with too few digits is asked about, and sent all the same", async ({
    estimate,
    site,
    visitorName,
  }) => {
    const question = estimate.form.getByText("Is a digit missing?");
    await estimate.openFilled({ ...visitorName, phone: "12" });
    await expect(question).toBeVisible();
    await estimate.control("phone").fill(ordinaryAnswers.phone);
    await estimate.control("email").focus();
    await expect(question).toBeHidden();
    await estimate.fill({ phone: "12" });
    await estimate.send();
    await expect(estimate.success).toBeVisible();
    expect(await site.settledLeadsOf(nameOf(visitorName))).toMatchObject([{ phone: "12" }]);
  });

  test("a second one within 30 seconds is told to slow down", async ({
    estimate,
    page,
    site,
    visitorName,
  }) => {
    await page.clock.install();
    await estimate.openFilled(visitorName);
    await stopClock(page);
    await estimate.send();
    await expect(estimate.success).toBeVisible();

    await estimate.sendAnother();
    await page.clock.runFor(29_000);
    await estimate.fill({ ...visitorName, ...ordinaryAnswers, message: "And the maple." });
    const typed = await estimate.values();
    await estimate.send();
    await expect(estimate.alert).toContainText(notices.cooldown.title);
    await expect(estimate.alert).toContainText(notices.cooldown.text);
    await estimate.expectValues(typed);
    await site.expectOnce(nameOf(visitorName));
  });
});

test.describe("a call that fails", () => {
  test.use({ expectedConsoleErrors: /Failed to load resource|^The lead was not saved: / });

  test("no tracking data, then no network: what was typed stays, and is sent once in the end", async ({
    estimate,
    page,
    site,
    visitorName,
  }) => {
    const calls = ["**/api/get-tracking-data", "**/rest/v1/site_forms*"] as const;
    await page.route(calls[0], (route) => route.fulfill({ status: 500 }));
    await page.route(calls[1], (route) => route.abort());
    await estimate.openFilled(visitorName);
    const typed = await estimate.values();
    for (const [index, text] of ["Failed to get tracking data", fallback].entries()) {
      await estimate.send();
      await expect(estimate.alert).toHaveText(`Something went wrong${text}${callUs}`);
      await estimate.expectValues(typed);
      await expect(estimate.button).toBeEnabled();
      await expect(estimate.button).toBeFocused();
      await site.expectNothing(nameOf(visitorName));
      await page.unroute(calls[index] ?? "");
    }
    await estimate.send();
    await expect(estimate.success).toBeVisible();
    await site.expectOnce(nameOf(visitorName));
  });

  test("a content blocker stops the call for tracking data: the form goes its own way", async ({
    estimate,
    page,
    site,
    visitorName,
  }) => {
    await page.route("**/api/get-tracking-data", (route) => route.abort("blockedbyclient"));
    await estimate.openFilled(visitorName);
    const posted = page.waitForRequest(
      (request) => request.url().endsWith("/contact") && request.method() === "POST",
    );
    await estimate.send();
    await posted;
    await expect(estimate.success).toContainText(notices.success.title);
    await site.expectOnce(nameOf(visitorName));
  });

  test("the row is not saved: no mail is sent, and what was typed stays", async ({
    estimate,
    visitorName,
    page,
  }) => {
    const broken = await RunningSite.start();
    await broken.sql("DROP TABLE site_forms CASCADE");
    await page.goto(`${broken.url}/contact`);
    await estimate.hydrate();
    await estimate.fill({ ...visitorName, ...ordinaryAnswers });
    const typed = await estimate.values();
    await estimate.send();
    // The server logs the cause; the visitor reads a sentence.
    await expect(estimate.alert).toHaveText(
      `Something went wrongSomething went wrong on our side. Please call us.${callUs}`,
    );
    await estimate.expectValues(typed);
    await broken.idle();
    expect(broken.mailsSoFar(nameOf(visitorName))).toEqual([]);
    await broken.stop();
  });

  test("too many requests came from the address: the visitor reads it, and can call", async ({
    estimate,
    page,
    visitorName,
  }) => {
    const limited = await RunningSite.start({ LEADS_PER_ADDRESS_PER_HOUR: "1" });
    // Two rows exceed the limit at once, so it does not matter when the next hour begins.
    await page.route("**/rest/v1/site_forms*", async (route) => {
      const { "idempotency-key": _, ...headers } = await route.request().allHeaders();
      const row = route.request().postDataJSON();
      headers.accept = "application/json";
      await route.continue({ headers, postData: JSON.stringify([row, row]) });
    });
    await page.goto(`${limited.url}/contact`);
    await estimate.hydrate();
    await estimate.fill({ ...visitorName, ...ordinaryAnswers });
    const typed = await estimate.values();
    await estimate.send();
    await expect(estimate.alert).toHaveText(
      `Too many requestsToo many requests came from your network just now. Please call us, or try again later.${callUs}`,
    );
    await expect(estimate.alert).toBeInViewport();
    await expect(callButton(page)).toBeInViewport();
    await estimate.expectValues(typed);
    await expect(estimate.button).toBeEnabled();
    await limited.expectNothing(nameOf(visitorName));
    await limited.stop();
  });

  test("the mail is not confirmed: sent again, it makes no second row and no second mail", async ({
    estimate,
    page,
    visitorName,
  }) => {
    const mailing = await RunningSite.start();
    // After the lead's mail is sent, looking up its key fails.
    await page.route("**/api/send-email", async (route) => {
      await mailing.idle();
      await mailing.sql("ALTER TABLE outbox RENAME TO away");
      await route.continue();
    });

    await page.clock.install();
    await page.goto(`${mailing.url}/contact`);
    await estimate.hydrate();
    await estimate.fill({ ...visitorName, ...ordinaryAnswers });
    await stopClock(page);
    const typed = await estimate.values();
    await estimate.send();
    await expect(estimate.alert).toContainText("Something went wrong");
    await expect(estimate.alert).toContainText(/Email failed to send: 50[03] \S+/);
    await estimate.expectValues(typed);
    // The server was idle before its table went away, so these are all.
    const leads = await mailing.leadsOf(nameOf(visitorName));
    expect(leads).toHaveLength(1);
    expect(mailing.mailsSoFar(nameOf(visitorName))).toHaveLength(1);

    await page.unroute("**/api/send-email");
    await mailing.sql("ALTER TABLE away RENAME TO outbox");
    await page.clock.runFor(30_000);
    await estimate.send();
    await expect(estimate.success).toContainText(notices.success.title);
    await mailing.expectOnce(nameOf(visitorName));
    await mailing.stop();
  });
});

test.describe("a browser in which a part does not load", () => {
  test.use({ expectedConsoleErrors: /Failed to load resource/ });

  test("without WASM the server refuses in the same words, and takes the mended form", async ({
    estimate,
    page,
    site,
    visitorName,
  }) => {
    await page.route("**/*.wasm", (route) => route.abort());
    const posts: [string, URLSearchParams][] = [];
    page.on("request", (request) => {
      if (request.method() !== "POST") return;
      posts.push([new URL(request.url()).pathname, new URLSearchParams(request.postData() ?? "")]);
    });
    const token = page.waitForResponse("**/api/form-token");
    await estimate.openFilled({ ...visitorName, email: "noreply@oakhill.com" });
    const typed = await estimate.values();
    await (await token).finished();
    await estimate.send();
    const { title, text } = notices.email;
    await expect(estimate.alert).toHaveText(
      `${title}${text}“noreply” is not allowed in it. You may leave it empty: we call you back.`,
    );
    await expect(estimate.control("email")).toBeFocused();
    await estimate.expectValues(typed);

    await estimate.fill({ email: ordinaryAnswers.email });
    await estimate.send();
    await expect(page).toHaveURL(/\/contact\?sent$/);
    await expect(estimate.success).toContainText(notices.success.title);
    // The form as a browser without JavaScript sends it, with the tracking fields.
    expect(posts.map(([path]) => path)).toEqual(["/contact", "/contact"]);
    for (const [, sent] of posts) {
      expect(sent.get("website")).toBe("");
      expect(sent.get("form_token")).toMatch(/^[\w-]+$/);
    }
    await site.expectOnce(nameOf(visitorName));
    expect(await site.settledLeadsOf(nameOf(visitorName))).toMatchObject([
      {
        email: ordinaryAnswers.email,
        message: expect.stringContaining(ordinaryAnswers.message),
        session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
    // The draft is deleted, as after a submission by the form's script.
    await estimate.sendAnother();
    await estimate.expectValues(emptyValues);
  });

  test("without WASM and without a network, nothing is sent and nothing that was typed is lost", async ({
    estimate,
    page,
    site,
    visitorName,
  }) => {
    await page.route("**/*.wasm", (route) => route.abort());
    await estimate.openFilled(visitorName);
    const typed = await estimate.values();
    await page.route(
      ({ pathname }) => pathname === "/contact",
      (route) => route.abort(),
    );
    await estimate.send();
    await expect(estimate.alert).toContainText("You are offline");
    await expect(estimate.button).toBeEnabled();
    await estimate.expectValues(typed);
    await site.expectNothing(nameOf(visitorName));
  });
});

test.describe("Global Privacy Control", () => {
  test.use({ extraHTTPHeaders: { "Sec-GPC": "1" } });

  test("no fingerprint, nothing stored but the time and what was sent, and the request arrives", async ({
    estimate,
    page,
    site,
    visitorName,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "globalPrivacyControl", { value: true });
    });
    const scripts: string[] = [];
    page.on("response", async (response) => {
      if (response.url().endsWith(".js")) scripts.push(await response.text());
    });
    // A token contains nothing about the visitor.
    const token = page.waitForRequest("**/api/form-token");
    await estimate.openFilled(visitorName);
    await token;
    await estimate.send();
    await expect(estimate.success).toBeVisible();

    expect(scripts.some(isDataService)).toBe(true);
    expect(scripts.some(isFingerprint)).toBe(false);
    const stored = await page.evaluate(() => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      document.cookie,
    ]);
    expect(stored).toEqual([`${company.slug}-last-submission`, ""]);
    const cookies = await page.context().cookies(`${site.url}/contact`);
    expect(cookies.map(({ name }) => name)).toEqual(["photo_token"]);
    expect(await site.settledLeadsOf(nameOf(visitorName))).toMatchObject([
      { visitor_id: null, session_id: null, ip_hash: null, ua: null, city: null },
    ]);
  });
});

test("the whole way by keyboard alone", async ({ estimate, page, visitorName, site }) => {
  await estimate.open();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");

  const tabTo = async (name: keyof Answers) => {
    await page.keyboard.press("Tab");
    await expect(estimate.control(name).first()).toBeFocused();
  };
  // The hero's call button and its link to the form come first.
  await page.keyboard.press("Tab");
  await expect(
    page.locator("main").getByRole("link", { name: business.phone.display }).first(),
  ).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: formAnchorLabel })).toBeFocused();
  await tabTo("service");
  await page.keyboard.type("Stump");
  await tabTo("urgency");
  await page.keyboard.press("ArrowDown");
  await tabTo("message");
  await page.keyboard.type("It is in the way of the mower.");
  await tabTo("address");
  await page.keyboard.type(ordinaryAnswers.address);
  await tabTo("firstName");
  await page.keyboard.type(visitorName.firstName);
  await tabTo("lastName");
  await page.keyboard.type(visitorName.lastName);
  await tabTo("phone");
  await page.keyboard.type(ordinaryAnswers.phone);
  await tabTo("email");
  await page.keyboard.press("Tab");
  await expect(estimate.button).toBeFocused();
  await page.keyboard.press("Enter");

  // A screen reader reads the outcome next.
  await expect(estimate.outcome).toBeFocused();
  const [row] = await site.leadsOf(nameOf(visitorName));
  expect(row?.message).toContain("Stump Grinding");
  expect(row?.message).toContain("Within a week");
});

test("Enter pressed twice in a field sends once", async ({ estimate, site, visitorName }) => {
  await estimate.openFilled(visitorName);
  await estimate.control("address").evaluate((input: HTMLInputElement) => {
    // In one task, before React can disable the button.
    input.form?.requestSubmit();
    input.form?.requestSubmit();
  });
  await expect(estimate.success).toBeVisible();
  await site.expectOnce(nameOf(visitorName));
});

test.describe("back from the back/forward cache", () => {
  // The abandoned request times out later.
  test.use({ expectedConsoleErrors: /^The lead was not saved: status 0/ });

  test("the button can be pressed again, and nothing is saved twice", async ({
    estimate,
    page,
    site,
    visitorName,
  }) => {
    await page.clock.install();
    await page.route(
      "**/rest/v1/site_forms*",
      async (route) => {
        // The server saves the lead, and the page never gets the response.
        await route.fetch();
      },
      { times: 1 },
    );
    await estimate.openFilled(visitorName);
    const typed = await estimate.values();
    await estimate.send();
    await expect(estimate.button).toBeDisabled();
    await page.evaluate(() => {
      window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    });
    await expect(estimate.button).toBeEnabled();
    await estimate.expectValues(typed);

    await expect.poll(() => site.leadsOf(nameOf(visitorName))).toHaveLength(1);
    await page.clock.fastForward(30_000);
    await estimate.send();
    await expect(estimate.success).toBeVisible();
    await site.expectOnce(nameOf(visitorName));
  });
});

test("what the form needs is loaded with its first use, not with the page", async ({
  estimate,
  page,
}) => {
  const loaded: string[] = [];
  page.on("response", async (response) => {
    if (response.url().endsWith(".wasm")) loaded.push("rules");
    if (response.url().endsWith("/api/form-token")) loaded.push("token");
    if (!response.url().endsWith(".js")) return;
    const script = await response.text();
    if (isDataService(script)) loaded.push("data service");
    if (isFingerprint(script)) loaded.push("fingerprint");
  });
  await page.goto("/contact");
  await page.waitForLoadState("networkidle");
  expect(loaded).toEqual([]);
  await estimate.control("firstName").focus();
  await expect
    .poll(() => new Set(loaded))
    .toEqual(new Set(["rules", "data service", "fingerprint", "token"]));
});
