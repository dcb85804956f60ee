import { type DeskPage, expect, OWNER, PARTNER, sendRequest, test } from "./desk-page.ts";

// A phone among trees: the network goes, the page is closed, somebody else is faster, the session ends.

test.use({ expectedConsoleErrors: /Failed to load resource/ });

const connection = (desk: DeskPage) => desk.page.locator(".connection");

test("a note that is written without a network survives a reload, and is sent when there is one", async ({
  context,
  desk,
  site,
  visitor,
}) => {
  await sendRequest(site, visitor);
  await desk.signIn();
  await expect(desk.row(visitor.name)).toBeVisible();
  await context.setOffline(true);
  await desk.page.reload();
  await desk.open(visitor.name);
  await desk.saveNote("Gate code 4711");
  await desk.status("Quoted").click();
  await expect(connection(desk)).toContainText("2 changes wait to be sent.");
  // Not after the reload: Chromium ends its emulation of no network in the page that it leaves.
  expect((await site.leadsOf(visitor.name))[0]).toMatchObject({ status: "new", note: "" });
  await desk.page.reload();
  await expect(desk.note).toHaveValue("Gate code 4711");
  await expect(desk.status("Quoted")).toHaveAttribute("aria-pressed", "true");

  await context.setOffline(false);
  await expect
    .poll(async () => (await site.leadsOf(visitor.name))[0])
    .toMatchObject({ status: "quoted", note: "Gate code 4711" });
  await expect(connection(desk)).toBeEmpty();
});

test("a search without a network finds what is on the phone, and says so", async ({
  context,
  desk,
  openLead: visitor,
  page,
}) => {
  await context.setOffline(true);
  await desk.goTo("Search");
  await page.getByRole("searchbox").fill(visitor.lastName.toUpperCase());
  const found = page.getByRole("status").filter({ hasText: "Without a connection" });
  await expect(found).toContainText(/on this phone can be searched: 1 found/);
  await expect(desk.row(visitor.name)).toBeVisible();
  await page.getByRole("searchbox").fill("Nobody of this name");
  await expect(found).toContainText("nobody is found");
  await context.setOffline(false);
  await expect(page.getByText("Nobody is found by")).toBeVisible();
});

test("a text that is not saved yet is still there after a reload", async ({
  desk,
  openLead: _openLead,
}) => {
  await desk.note.fill("Gate co");
  await desk.page.reload();
  await expect(desk.note).toHaveValue("Gate co");
  await expect(desk.page.getByRole("button", { name: "Save note" })).toBeVisible();
});

test("two people who write a note at the same time both find their words in it", async ({
  context,
  desk,
  openLead: visitor,
  partner,
  site,
}) => {
  await expect(desk.page.getByRole("button", { name: "New", exact: true })).toBeVisible();
  await context.setOffline(true);
  await desk.saveNote("Gate code 4711");

  await partner.open(visitor.name);
  await partner.saveNote("Dog in the yard");
  await expect
    .poll(async () => (await site.leadsOf(visitor.name))[0]?.note)
    .toBe("Dog in the yard");

  await context.setOffline(false);
  const both = "Dog in the yard\n\nGate code 4711";
  await expect.poll(async () => (await site.leadsOf(visitor.name))[0]?.note).toBe(both);
  await expect(desk.note).toHaveValue(both);
  await expect(desk.toast).toContainText("both texts are kept");
  await expect(partner.note).toHaveValue(both);
});

test("a session that ends keeps what is unsent for the next sign-in", async ({
  context,
  desk,
  site,
  visitor,
}) => {
  await sendRequest(site, visitor);
  await desk.signIn(PARTNER);
  await desk.open(visitor.name);
  await context.setOffline(true);
  await desk.saveNote("Gate code 4711");
  await site.command("desk", "sign-out", PARTNER);
  await context.setOffline(false);
  await expect(desk.page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(desk.page.getByText("One change is kept on this phone")).toBeVisible();
  expect((await site.leadsOf(visitor.name))[0]?.note).toBe("");

  // Another person's desk has nothing of it.
  await desk.signIn(OWNER);
  await expect(desk.row(visitor.name)).toBeVisible();
  await desk.open(visitor.name);
  await expect(desk.note).toHaveValue("");

  await desk.signIn(PARTNER);
  await expect.poll(async () => (await site.leadsOf(visitor.name))[0]?.note).toBe("Gate code 4711");
});
