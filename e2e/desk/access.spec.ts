import { DeskPage, expect, OWNER, PARTNER, sendRequest, test } from "./desk-page.ts";

test("a link signs in, and leaves nothing in the address", async ({ page, site }) => {
  const printed = await site.command("desk", "link", OWNER);
  await page.goto(`/desk${/#sign-in=\S+/.exec(printed)?.[0]}`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Now", exact: true })).toBeVisible();
  expect(page.url()).toBe(`${site.url}/desk`);
  await page.goBack();
  expect(page.url()).not.toContain("sign-in");
});

test.describe("a code", () => {
  test.use({ expectedConsoleErrors: /status of 401/, serviceWorkers: "block" });

  test("signs in where it was asked for, without the link and the rest of the desk", async ({
    desk,
    page,
    site,
    visitor,
  }) => {
    await sendRequest(site, visitor);
    const [lead] = await site.leadsOf(visitor.name);
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    await page.goto(`/desk#lead/${lead?.id}`);
    await page.getByRole("textbox", { name: "Your email address" }).fill(OWNER);
    await page.keyboard.press("Enter");
    const field = page.getByRole("textbox", { name: "Code in the email" });
    await expect(field).toBeFocused();
    await page.keyboard.type("00000000");
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
});

test.describe("a link that was used", () => {
  test.use({ expectedConsoleErrors: /status of 401/ });

  test("is refused, and leads to a new one", async ({ browser, desk, page, site }) => {
    const link = await desk.link(OWNER);
    const first = await browser.newContext();
    const other = await first.newPage();
    await other.goto(`${site.url}/desk${link}`);
    await other.getByRole("button", { name: "Sign in" }).click();
    await expect(other.getByRole("heading", { name: "Now", exact: true })).toBeVisible();
    await first.close();

    await page.goto(`/desk${link}`);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toContainText(/\w{3}/);
    await page.getByRole("link", { name: "Ask for a new email" }).click();
    await page.getByRole("textbox", { name: "Your email address" }).fill(OWNER);
    await page.getByRole("button", { name: "Send me an email" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  });

  test("signing out leaves nothing on the phone", async ({ desk, openLead: visitor, page }) => {
    await desk.note.fill("Gate code 4711");
    await desk.goTo("You");
    const lost = page.getByText("What you were writing is on this phone alone, and would be lost.");
    await expect(lost).toBeVisible();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    const kept = await desk.kept();
    expect(kept).not.toContain(visitor.name);
    expect(kept).not.toContain("4711");
    expect(kept).not.toContain(OWNER);
    await page.goto("/desk#now");
    await page.reload();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });
});

test.describe("a browser without service workers", () => {
  test.use({ expectedConsoleErrors: /status of 401/, serviceWorkers: "block" });

  test("says that it shows no notifications, and is signed out all the same", async ({
    desk,
    page,
    site,
    visitor,
  }) => {
    await sendRequest(site, visitor);
    await desk.signInByLink();
    await expect(desk.row(visitor.name)).toBeVisible();
    await desk.goTo("You");
    await expect(page.getByText("This browser shows no notifications.")).toBeVisible();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page.getByRole("button", { name: "Send me an email" })).toBeVisible();
    expect(await desk.kept()).not.toContain(visitor.name);
  });
});

test.describe("a connection that breaks before the desk is there", () => {
  test.use({ expectedConsoleErrors: /Failed to load resource/, serviceWorkers: "block" });

  test("is told, and the desk is loaded again", async ({ desk, page }) => {
    const files = "**/desk/assets/app-*.js";
    await page.route(files, (route) => route.abort());
    await desk.signInByLink();
    await expect(page.getByRole("heading", { name: "Not loaded" })).toBeVisible();
    await page.unroute(files);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Now", exact: true })).toBeVisible();
  });
});

test.describe("signing out everywhere", () => {
  test.use({ expectedConsoleErrors: /status of 401/ });

  test("ends the session of every phone of this person", async ({ browser, desk, page, site }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const other = new DeskPage(await context.newPage(), site);
    await other.signIn(OWNER);
    await desk.signIn(OWNER);
    await desk.goTo("You");
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    for (const phone of [page, other.page]) {
      await expect(phone.getByRole("heading", { name: "Sign in" })).toBeVisible();
    }
    await context.close();
  });

  test("removes the leads from a lost phone when the desk is opened on it", async ({
    desk,
    openLead: visitor,
    page,
    partner,
    site,
  }) => {
    await partner.open(visitor.name);
    await expect.poll(() => partner.kept()).toContain(visitor.name);
    await partner.page.goto("about:blank");
    await site.command("desk", "sign-out", PARTNER);
    await partner.page.goto(`${site.url}/desk`);
    await expect(partner.page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expect.poll(() => partner.kept()).not.toContain(visitor.name);
    // Another person's session stays.
    await expect(desk.note).toBeVisible();
    await page.reload();
    await expect(desk.note).toBeVisible();
  });
});

test("script in every field is shown as text", async ({ desk, page, site, visitor }) => {
  const script = (field: string) => `<img src=x onerror="window.ran='${field}'"><b>${field}</b>`;
  const lead = {
    firstName: `<script>window.ran="name"</script>`,
    lastName: visitor.lastName,
    phone: "404-555-0123",
    email: "robin.alder@gmail.com",
    address: script("address"),
    message: script("message"),
  };
  await sendRequest(site, lead);
  const name = `${lead.firstName} ${lead.lastName}`;
  await desk.signIn();
  // A name with markup may look like spam to the rules; the search finds it in both cases.
  await page.goto(`/desk#search/${encodeURIComponent(visitor.lastName)}`);
  await expect(desk.row(name)).toContainText(lead.message);
  await desk.open(name);
  const pane = page.locator(".lead-pane");
  for (const text of [name, lead.address, lead.message]) await expect(pane).toContainText(text);
  await desk.saveNote(script("note"));
  await desk.choose("Lost", "The price");
  await expect.poll(async () => (await site.leadsOf(name))[0]?.note).toBe(script("note"));
  await expect(desk.toast).toContainText(name);
  expect(await page.locator("#desk :is(img, b, script)").count()).toBe(0);
  expect(await page.evaluate(() => (window as { ran?: string }).ran)).toBeUndefined();
});

test("the service worker keeps the shell, and nothing that the server said", async ({
  openLead: _openLead,
  page,
}) => {
  const kept = await page.evaluate(async () => {
    const keys = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain("/desk");
  expect(kept.filter((path) => !/^\/desk($|\/assets\/)/.test(path))).toEqual([]);
});
