import { expect, OWNER, sendForm, sendRequest, test } from "./desk-page.ts";

test("a lead that a visitor sends comes to the desk by itself: called, noted, won", async ({
  browser,
  desk,
  site,
  visitor,
}) => {
  await desk.signIn();
  await sendForm(browser, site, visitor);
  await expect(desk.row(visitor.name)).toBeVisible();
  await expect(desk.row(visitor.name)).toContainText("Tree Removal");
  await expect(desk.row(visitor.name)).toContainText("12 Oak Street, Decatur, GA");
  await expect(desk.page.getByRole("status").filter({ hasText: visitor.name })).toBeAttached();

  await desk.open(visitor.name);
  // A dialler that opens would take the mouse.
  await desk.page.evaluate(() => addEventListener("click", (event) => event.preventDefault()));
  await desk.page.locator(".lead-pane a[href='tel:4045550123']").click();
  await expect(desk.status("Called")).toHaveAttribute("aria-pressed", "true");
  await desk.saveNote("Gate code 4711");
  await desk.status("Won").click();
  await expect
    .poll(async () => (await site.leadsOf(visitor.name))[0])
    .toMatchObject({ status: "won", note: "Gate code 4711" });
  const history = desk.page.getByRole("region", { name: "History" });
  await expect(history.getByRole("listitem")).toHaveCount(3);
  await expect(history).toContainText(OWNER);

  await desk.page.reload();
  await desk.goTo("Leads");
  const answered = desk.page.getByRole("region", { name: "Answered" });
  await expect(answered.locator(".row").filter({ hasText: visitor.name })).toContainText("Won");
});

test("an emergency that waits stands above what came after it", async ({ desk, site, visitor }) => {
  await sendRequest(site, { ...visitor, urgency: "emergency" });
  await sendRequest(site, {
    ...visitor,
    lastName: `${visitor.lastName} Two`,
    phone: "404-555-0124",
  });
  await desk.signIn();
  const emergencies = desk.page.getByRole("region", { name: "Emergencies" });
  await expect(emergencies.locator(".row").filter({ hasText: visitor.name })).toContainText(
    "Emergency",
  );
  const heights = await Promise.all(
    [desk.row(visitor.name).first(), desk.row(`${visitor.name} Two`)].map(
      async (row) => (await row.boundingBox())?.y ?? 0,
    ),
  );
  expect(heights[0]).toBeLessThan(heights[1] ?? 0);
});

test("what was done by mistake is undone", async ({ desk, openLead: visitor, site }) => {
  await desk.status("Lost").click();
  await expect(desk.toast).toContainText(`${visitor.name}: lost.`);
  await desk.toast.getByRole("button", { name: "Undo" }).click();
  await expect(desk.status("New")).toHaveAttribute("aria-pressed", "true");
  await expect
    .poll(async () => (await site.leadsOf(visitor.name))[0])
    .toMatchObject({ status: "new", version: 2 });
});

test("two phones see each other's changes", async ({ desk, openLead: visitor, partner }) => {
  await partner.open(visitor.name);
  await desk.status("Quoted").click();
  await expect(partner.status("Quoted")).toHaveAttribute("aria-pressed", "true");
  await partner.saveNote("Named 1,450");
  await expect(desk.note).toHaveValue("Named 1,450");
});

test("search finds a lead by its number, its street and its name", async ({
  desk,
  site,
  visitor,
}) => {
  const street = `${visitor.lastName} Lane`;
  await sendRequest(site, { ...visitor, phone: "(770) 555-0177", address: `7 ${street}, Tucker` });
  await desk.signIn();
  await desk.goTo("Search");
  const field = desk.page.getByRole("searchbox", { name: "Name, number or street" });
  await expect(field).toBeFocused();
  for (const text of ["7705550177", street.toLowerCase(), visitor.name]) {
    await field.fill(text);
    await expect(desk.row(visitor.name)).toBeVisible();
    await expect(desk.page).toHaveURL(new RegExp(`#search/${encodeURIComponent(text)}$`));
  }
  await desk.open(visitor.name);
  await desk.page.goBack();
  await expect(field).toHaveValue(visitor.name);
  await expect(desk.page.getByRole("link", { name: visitor.name, exact: true })).toBeFocused();
});

test("what looks like spam says why, and a person decides", async ({ desk, site, visitor }) => {
  await sendRequest(site, { ...visitor, website: "https://example.org" });
  await desk.signIn();
  await expect(desk.row(visitor.name)).toHaveCount(0);
  await desk.goTo("Spam?");
  const card = desk.page.locator(".card").filter({ hasText: visitor.name });
  await expect(card.getByRole("list", { name: "Why it looks like spam" })).toContainText(/\w{3}/);
  expect(site.mailsSoFar(visitor.name)).toEqual([]);
  await card.getByRole("button", { name: "This is a customer" }).click();
  await expect(card).toHaveCount(0);
  expect(await site.mailsAbout(visitor.name)).toHaveLength(1);
  await desk.goTo("Leads");
  await expect(desk.row(visitor.name)).toBeVisible();

  await desk.open(visitor.name);
  await desk.page.getByRole("button", { name: "This is spam" }).click();
  await expect.poll(async () => (await site.leadsOf(visitor.name))[0]?.status).toBe("spam");
});

test("a mail that was not delivered is sent again", async ({
  desk,
  openLead: visitor,
  page,
  site,
}) => {
  const [lead] = await site.leadsOf(visitor.name);
  await site.mailsAbout(visitor.name);
  await site.sql("UPDATE outbox SET state = 'dead', finished_at = now() WHERE id = $1", [lead?.id]);
  await desk.goTo("Mails");
  const card = page.locator(".card").filter({ hasText: visitor.name });
  await expect(card).toContainText("Given up");
  await card.getByRole("button", { name: "Send again" }).click();
  await expect(desk.toast).toContainText("on its way again");
  await expect(card).toHaveCount(0);
  await expect
    .poll(() => site.sql("SELECT state FROM outbox WHERE id = $1", [lead?.id]))
    .toEqual([{ state: "sent" }]);
});

test("the keyboard goes to the lead that opens, and back to its line", async ({
  desk,
  site,
  visitor,
}) => {
  await sendRequest(site, visitor);
  await desk.signIn();
  const line = desk.page.getByRole("link", { name: visitor.name, exact: true });
  await line.focus();
  await desk.page.keyboard.press("Enter");
  await expect(desk.page.getByRole("heading", { name: visitor.name })).toBeFocused();
  await desk.page.goBack();
  await expect(line).toBeFocused();
});
