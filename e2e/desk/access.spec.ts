import { violationsOnPage } from "../axe.ts";
import { DeskPage, expect, OWNER, sendRequest, test } from "./desk-page.ts";

test("a link signs in once, and leaves nothing in the address", async ({ desk, page, site }) => {
  const link = await desk.link(OWNER);
  await page.goto(`/desk${link}`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Leads", exact: true })).toBeVisible();
  expect(page.url()).toBe(`${site.url}/desk`);
  await page.goBack();
  expect(page.url()).not.toContain("sign-in");
});

test.describe("a link that was used", () => {
  test.use({ expectedConsoleErrors: /status of 401/ });

  test("is refused, and leads to a new one", async ({ browser, desk, page, site }) => {
    const link = await desk.link(OWNER);
    const first = await browser.newContext();
    const other = await first.newPage();
    await other.goto(`${site.url}/desk${link}`);
    await other.getByRole("button", { name: "Sign in" }).click();
    await expect(other.getByRole("heading", { name: "Leads", exact: true })).toBeVisible();
    await first.close();

    await page.goto(`/desk${link}`);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toContainText(/\w{3}/);
    await page.getByRole("link", { name: "Ask for a new link" }).click();
    await page.getByRole("textbox", { name: "Your e-mail address" }).fill(OWNER);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await expect(page.getByRole("heading", { name: "Look into your mail" })).toBeVisible();
  });

  test("signing out leaves nothing on the phone", async ({ desk, openLead: visitor, page }) => {
    await desk.note.fill("Gate code 4711");
    await desk.goTo("You");
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    const kept = await desk.kept();
    expect(kept).not.toContain(visitor.name);
    expect(kept).not.toContain("4711");
    expect(kept).not.toContain(OWNER);
    await page.goto("/desk#leads");
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
    await page.goto(`/desk${await desk.link(OWNER)}`);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(desk.row(visitor.name)).toBeVisible();
    await desk.goTo("You");
    await expect(page.getByText("This browser shows no notifications.")).toBeVisible();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page.getByRole("button", { name: "Send me a link" })).toBeVisible();
    expect(await desk.kept()).not.toContain(visitor.name);
  });
});

test.describe("a connection that breaks before the desk is there", () => {
  test.use({ expectedConsoleErrors: /Failed to load resource/, serviceWorkers: "block" });

  test("is told, and the desk is loaded again", async ({ desk, page }) => {
    const files = "**/desk/assets/app-*.js";
    await page.route(files, (route) => route.abort());
    await page.goto(`/desk${await desk.link(OWNER)}`);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "Not loaded" })).toBeVisible();
    await page.unroute(files);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Leads", exact: true })).toBeVisible();
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
  // A name with mark-up looks like spam to the rules, or not: search has it in either case.
  await page.goto(`/desk#search/${encodeURIComponent(visitor.lastName)}`);
  await expect(desk.row(name)).toContainText(lead.address);
  await desk.open(name);
  const pane = page.locator(".lead-pane");
  for (const text of [name, lead.address, lead.message]) await expect(pane).toContainText(text);
  await desk.saveNote(script("note"));
  await desk.status("Called").click();
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

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`there is no violation that axe knows, at ${viewport.width} px`, async ({
    desk,
    page,
    site,
    visitor,
  }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await sendRequest(site, { ...visitor, urgency: "emergency" });
    await sendRequest(site, { ...visitor, phone: "404-555-0124", website: "https://example.org" });
    const expectNoViolation = async () => expect(await violationsOnPage(page)).toEqual([]);
    await page.goto(`/desk${await desk.link(OWNER)}`);
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    await expectNoViolation();
    await desk.signIn();
    await expect(desk.row(visitor.name)).toBeVisible();
    await expectNoViolation();
    await desk.open(visitor.name);
    await desk.status("Quoted").click();
    await expect(desk.toast).toBeVisible();
    await expectNoViolation();
    for (const view of ["Spam?", "Mails", "Search", "You"]) {
      await desk.goTo(view);
      const [heading, field] = [
        page.getByRole("heading", { name: view }),
        page.getByRole("searchbox"),
      ];
      await expect(view === "Search" ? field : heading).toBeFocused();
      await expectNoViolation();
    }
  });
}
