import { test as base, expect, RunningSite } from "../running-site.ts";
import { barOf } from "../site/call-bar.ts";
import { callUs, EstimatePage, notices, ordinaryAnswers } from "./estimate-page.ts";

const test = base.extend<{ estimate: EstimatePage }>({
  estimate: async ({ page }, use) => use(new EstimatePage(page)),
});

test.use({
  javaScriptEnabled: false,
  expectedConsoleErrors: /Failed to load resource: .* (422|429|503)/,
});

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;

test("the menu opens and closes, holds the links, and leads on", async ({ page }) => {
  await page.goto("/");
  const menu = page.getByRole("dialog", { name: "Menu" });
  const opener = page.getByRole("link", { name: "Open menu" });
  const { x, y } = (await opener.boundingBox()) ?? { x: 0, y: 0 };
  await page.evaluate(() => window.scrollTo(0, 500));
  // `click()` would scroll the page for an element in a sticky header.
  await page.mouse.click(x + 10, y + 10);
  await expect(menu).toBeVisible();
  await page.mouse.click(x + 10, y + 10);
  await expect(menu).toBeHidden();
  expect(await page.evaluate(() => window.scrollY)).toBe(500);

  await opener.click();
  const storm = menu.getByRole("link", { name: "Storm Damage" });
  await expect(storm).toBeHidden();
  await menu.getByText("Our Services").click();
  await storm.click();
  await expect(page).toHaveURL(/\/services\/storm-damage$/);
  await expect(menu).toBeHidden();
});

test("the services open and close", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  const services = page.getByRole("navigation", { name: "Main" }).locator("details");
  await services.getByText("Our Services").click();
  await expect(services.getByRole("link")).toHaveCount(6);
  await services.getByRole("link", { name: "Tree Removal" }).click();
  await expect(page).toHaveURL(/\/services\/tree-removal$/);
});

test("a question opens, closes the one that was open, and closes again", async ({ page }) => {
  await page.goto("/faq");
  const questions = page.locator("main details");
  const first = questions.nth(0);
  const second = questions.nth(1);
  await first.locator("summary").click();
  await expect(first).toHaveAttribute("open");
  await second.locator("summary").click();
  await expect(second).toHaveAttribute("open");
  await expect(first).not.toHaveAttribute("open");
  await second.locator("summary").click();
  await expect(second).not.toHaveAttribute("open");
});

test("the form is accepted, mailed, and thanked for, and a reload sends nothing", async ({
  estimate,
  page,
  site,
  visitorName,
}) => {
  await page.goto("/contact");
  await estimate.fill({ ...visitorName, ...ordinaryAnswers });
  await estimate.send();
  await expect(page).toHaveURL(/\/contact\?sent$/);
  await expect(estimate.success).toContainText(notices.success.title);
  await expect(estimate.outcome).toBeInViewport();
  await expect(estimate.success).toContainText(notices.success.text);
  await page.reload();
  await expect(estimate.success).toBeVisible();

  expect(await site.leadsOf(nameOf(visitorName))).toMatchObject([
    {
      email: ordinaryAnswers.email,
      phone: ordinaryAnswers.phone,
      message: expect.stringContaining(ordinaryAnswers.message),
    },
  ]);
  expect(await site.mailsAbout(nameOf(visitorName))).toHaveLength(1);
});

test("all that is missing is marked and named", async ({ estimate, page }) => {
  await page.goto("/contact");
  await estimate.fill({ ...ordinaryAnswers, address: " ", firstName: " ", lastName: " " });
  await estimate.send();
  await expect(estimate.alert).toContainText(
    "Still empty: Property address, First name, Last name.",
  );
  await expect(estimate.form.locator("[aria-invalid=true]")).toHaveCount(3);
  await expect(estimate.control("address")).toBeFocused();
});

const refusals = [
  ...(["firstName", "lastName", "phone", "address"] as const).map((field) => ({
    // The browser requires these fields itself; blanks pass its check.
    answers: { [field]: " " },
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
    answers: { message: "We offer \"Backlinks\" & more.\n</textarea><script>alert('1')</script>" },
    field: "message" as const,
    ...notices.message,
    finding: `“Backlink” looks like advertising. Say it in other words, or call us.${callUs}`,
  },
];

for (const { answers, field, title, text, finding } of refusals) {
  test(`the form is refused, and what was typed stays: ${field}`, async ({
    estimate,
    page,
    site,
    visitorName,
  }) => {
    await page.goto("/contact");
    await estimate.fill({ ...visitorName, ...ordinaryAnswers, ...answers });
    const typed = await estimate.values();
    await estimate.send();

    await expect(estimate.alert).toContainText(`${title}${text}${finding}`);
    await expect(estimate.alert).toBeInViewport();
    await expect(page).toHaveURL(/\/contact$/);
    const control = estimate.control(field);
    await expect(control).toBeFocused();
    await expect(control).toHaveAttribute("aria-invalid", "true");
    await expect(control).toHaveAccessibleDescription(new RegExp(`^${title} ${text}`));
    expect(await estimate.values()).toEqual(typed);
    expect(await site.leadsOf(nameOf(visitorName))).toEqual([]);

    // The corrected form is accepted.
    await estimate.fill({ ...visitorName, ...ordinaryAnswers });
    await estimate.send();
    await expect(estimate.success).toBeVisible();
    expect(await site.leadsOf(nameOf(visitorName))).toHaveLength(1);
  });
}

for (const [name, { start, text }] of Object.entries({
  "too many requests came from the address": {
    start: () => RunningSite.startAtRateLimit(),
    text: "Too many requests came from your network just now. Please call us, or try again later.",
  },
  "the database is away": {
    start: () => RunningSite.start({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing" }),
    text: "We could not save your request just now. Please call us.",
  },
})) {
  test(`${name}: the visitor is asked to call, and what was typed stays`, async ({
    estimate,
    page,
    visitorName,
  }) => {
    const unable = await start();
    await page.goto(`${unable.url}/contact`);
    await estimate.fill({ ...visitorName, ...ordinaryAnswers });
    const typed = await estimate.values();
    await estimate.send();
    await expect(estimate.alert).toContainText(text);
    await expect(estimate.alert).toBeInViewport();
    expect(await estimate.values()).toEqual(typed);
    await unable.stop();
  });
}

test("the form comes with the service of the page that led to it", async ({ estimate, page }) => {
  for (const [path, service] of Object.entries({
    "/services/stump-grinding": "Stump Grinding",
    "/services/cleanup": "Land Care",
  })) {
    await page.goto(path);
    await page.getByRole("main").getByRole("link", { name: "Get Free Estimate" }).first().click();
    await expect(page).toHaveURL(/\/contact\?service=[^#]+$/);
    // The page begins at its top, with the form on a phone's first screen.
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(estimate.control("service")).toBeInViewport({ ratio: 1 });
    const bar = await barOf(page).boundingBox();
    const control = await estimate.control("service").boundingBox();
    expect((control?.y ?? 0) + (control?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    await expect(estimate.control("service")).toHaveValue(service);
  }
  await page.goto("/faq");
  await page.getByRole("main").getByRole("link", { name: "Get Free Estimate" }).first().click();
  await expect(estimate.control("service")).toHaveValue("");
});
