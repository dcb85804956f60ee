import { DeskPage, expect, OWNER, sendRequest, test } from "./desk-page.ts";

// Signing in and out, and what is kept on the phone.

test.use({ expectedConsoleErrors: /status of 401|Failed to load resource/ });

test("a link signs in once, and leaves no trace in the URL", async ({ browser, page, site }) => {
  const printed = await site.command("desk", "link", OWNER);
  const link = `${site.url}/desk${/#sign-in=\S+/.exec(printed)?.[0]}`;
  const other = await browser.newPage();
  await other.goto(link);
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other.getByRole("heading", { name: "Now", exact: true })).toBeVisible();
  await expect(other).toHaveURL(`${site.url}/desk`);
  await other.goBack();
  await expect(other).not.toHaveURL(/sign-in/);
  await other.close();

  await page.goto(link);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText(/\w{3}/);
  await page.getByRole("link", { name: "Ask for a new email" }).click();
  await page.getByRole("textbox", { name: "Your email address" }).fill(OWNER);
  await page.getByRole("button", { name: "Send me an email" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
});

test("a code signs in where it was requested", async ({ desk, page, site, stored, visitor }) => {
  await sendRequest(site, visitor);
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.goto(`/desk#lead/${(await stored())?.id}`);
  await page.getByRole("textbox", { name: "Your email address" }).fill(OWNER);
  await page.keyboard.press("Enter");
  const field = page.getByRole("textbox", { name: "Code in the email" });
  await expect(field).toBeFocused();
  await page.keyboard.type("0000000000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: /\w{3}/ })).toBeVisible();
  expect(scripts.filter((url) => url.includes("/app-"))).toEqual([]);

  // A home-screen app may reload when the user returns from their mail.
  await page.reload();
  await expect(field).toBeVisible();
  await page.getByRole("button", { name: "Another address or a new code" }).click();
  await desk.signInByCode(OWNER);
  await expect(page.getByRole("heading", { name: visitor.name })).toBeVisible();
});

test("signing out leaves nothing on the phone", async ({ desk, openLead: visitor, page }) => {
  await desk.note.fill("Gate code 4711");
  await desk.goTo("You");
  await expect(page.getByText("This browser shows no notifications.")).toBeVisible();
  const lost = page.getByText("What you were writing is on this phone alone, and would be lost.");
  await expect(lost).toBeVisible();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  for (const known of [visitor.name, "4711", OWNER]) {
    await expect.poll(() => desk.kept()).not.toContain(known);
  }
  await page.goto("/desk#now");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("a desk that was not loaded is loaded again", async ({ desk, page }) => {
  const files = "**/desk/assets/app-*.js";
  await page.route(files, (route) => route.abort());
  await desk.signInByLink();
  await expect(page.getByRole("heading", { name: "Not loaded" })).toBeVisible();
  await page.unroute(files);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Now", exact: true })).toBeVisible();
});

test("signing out everywhere empties a lost phone", async ({
  browser,
  desk,
  openLead: visitor,
  page,
  partner,
  site,
}) => {
  const lost = new DeskPage(await browser.newPage(), site);
  await lost.signIn(OWNER);
  await expect.poll(() => lost.kept()).toContain(visitor.name);
  await lost.page.goto("about:blank");
  await desk.goTo("You");
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await lost.page.goto(`${site.url}/desk`);
  await expect(lost.page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect.poll(() => lost.kept()).not.toContain(visitor.name);
  await lost.page.close();
  // Another person's session stays.
  await partner.page.reload();
  await expect(partner.row(visitor.name)).toBeVisible();
});

test("script in every field is shown as text", async ({ desk, page, site, visitor }) => {
  const script = (field: string) => `<img src=x onerror="window.ran='${field}'"><b>${field}</b>`;
  const lead = {
    ...visitor,
    firstName: `<script>window.ran="name"</script>`,
    address: script("address"),
    message: script("message"),
  };
  await sendRequest(site, lead);
  const name = `${lead.firstName} ${lead.lastName}`;
  // A name with markup may look like spam to the rules; the search finds it in both cases.
  await desk.signIn(OWNER, `#search/${encodeURIComponent(visitor.lastName)}`);
  await expect(desk.row(name)).toContainText(lead.message);
  await desk.open(name);
  for (const text of [name, lead.address, lead.message])
    await expect(desk.lead).toContainText(text);
  await desk.stopClock();
  await desk.saveNote(script("note"));
  await desk.choose("The price");
  await expect
    .poll(async () => (await site.leadsOf(name))[0])
    .toMatchObject({ status: "lost", note: script("note") });
  await expect(desk.toast).toContainText(name);
  await expect(page.locator("#desk :is(img, b, script)")).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => "ran" in window)).toBe(false);
});

test.describe("the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("keeps the shell, and nothing that the server said", async ({ openLead: _, page }) => {
    const kept = await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      const keys = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      );
      return keys.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toContain("/desk");
    expect(kept.filter((path) => !/^\/desk($|\/assets\/)/.test(path))).toEqual([]);
  });
});
