import { readFileSync } from "node:fs";
import company from "../../company.json" with { type: "json" };
import { ordinaryAnswers } from "../estimate/estimate-page.ts";
import { expect, sendForm, sendRequest, test } from "./desk-page.ts";

const town = company.areas[0]?.towns[0] ?? "";
const opening = `${company.hours.opens % 12 || 12}:00`;

const HOUR_MS = 3_600_000;

test("a lead that a visitor sends comes to the desk by itself: called, quoted, won", async ({
  browser,
  desk,
  site,
  visitor,
}) => {
  await desk.signIn();
  await sendForm(browser, site, visitor);
  const due = desk.page.getByRole("region", { name: "Due", exact: true });
  await expect(due.locator(".row").filter({ hasText: visitor.name })).toContainText(town);
  await expect(desk.toast.filter({ hasText: visitor.name })).toBeVisible();
  const lead = async () => (await site.leadsOf(visitor.name))[0];

  await desk.open(visitor.name);
  await desk.call();
  const question = desk.page.getByRole("region", { name: `Reached ${visitor.name}?` });
  await expect(question).toBeVisible();
  expect(await lead()).toMatchObject({ status: "new", calls: [] });
  await question.getByRole("button", { name: "Yes" }).click();
  await desk.answer("Quoted").click();
  await desk.page.getByRole("textbox", { name: "Amount" }).fill("$1,650");
  await desk.answer("Quoted").click();
  await expect.poll(lead).toMatchObject({ status: "quoted", quoted: 1650 });
  const quoted = await lead();
  expect(quoted?.calls).toHaveLength(1);
  expect(quoted?.answered_at).not.toBeNull();

  await desk.saveNote("Gate code 4711");
  await desk.saveNote("Gate code 4712");
  await desk.choose("Won");
  await desk.page.getByRole("textbox", { name: "Amount" }).fill("1850");
  await desk.answer("Won").click();
  await expect.poll(lead).toMatchObject({ status: "won", won: 1850, note: "Gate code 4712" });
  const history = desk.page.getByRole("region", { name: "History" });
  await expect(history).toContainText("Owner");
  await history.getByText("What it said before").first().click();
  await expect(history).toContainText("Gate code 4711");
  await desk.choose("Done: nothing more to do");
  await expect.poll(lead).toMatchObject({ status: "won", next_at: null });

  await desk.page.reload();
  await desk.goTo("Later");
  await desk.page.getByRole("link", { name: "Done" }).click();
  await expect(desk.row(visitor.name)).toContainText("Won, $1,850");
});

test("nobody reached: the call counts, and the lead returns when somebody says", async ({
  desk,
  openLead: visitor,
  page,
  site,
}) => {
  const lead = async () => (await site.leadsOf(visitor.name))[0];
  await desk.call();
  // The dialler, or a phone that ends the page.
  await page.reload();
  await page.getByRole("button", { name: "I didn’t call" }).click();
  await expect(page.getByRole("button", { name: "What next" })).toBeVisible();
  expect(await lead()).toMatchObject({ status: "new", calls: [] });

  await desk.call();
  await page.getByRole("button", { name: "No answer" }).click();
  await desk.answer("In two hours").click();
  await expect.poll(lead).toMatchObject({ status: "no-answer", answered_at: null });
  const inTwoHours = Date.parse(String((await lead())?.next_at)) - Date.now();
  expect(inTwoHours / HOUR_MS).toBeCloseTo(2, 1);
  await expect(desk.lead).toContainText(/called once, at \d/i);

  // In the office, without a dialler.
  await desk.choose("I called");
  await page.getByRole("button", { name: "No answer" }).click();
  await desk.answer(/morning/).click();
  await expect(desk.lead).toContainText(/called twice, last at \d/i);
  await expect(desk.lead).toContainText(new RegExp(`Comes back (\\w+ )?${opening}`));
  await desk.goTo("Later");
  await expect(desk.row(visitor.name)).toContainText(/called twice, last at \d/i);
});

test("after a call the desk asks at the lead, and takes nobody away from what they opened", async ({
  desk,
  page,
  site,
  visitor,
}) => {
  await sendRequest(site, visitor);
  await desk.signIn();
  await page.evaluate(() => {
    addEventListener("click", (event) => event.preventDefault(), { once: true });
  });
  await page.getByRole("link", { name: `Call ${visitor.name}` }).click();
  await expect(page.getByRole("region", { name: `Reached ${visitor.name}?` })).toBeVisible();
  // A notification that is tapped, and the return to the page.
  await page.evaluate(() => {
    location.hash = "#more";
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(page.getByRole("heading", { name: "More" })).toBeFocused();
  await expect(page).toHaveURL(/#more$/);
  await expect(page.getByRole("link", { name: `Reached ${visitor.name}?` })).toBeVisible();
});

test("the number beside the address begins a call too", async ({ desk, openLead, page }) => {
  await page.evaluate(() => {
    addEventListener("click", (event) => event.preventDefault(), { once: true });
  });
  const contact = desk.lead.getByRole("region", { name: "Where and how" });
  await contact.getByRole("link", { name: openLead.phone }).click();
  await expect(page.getByRole("region", { name: `Reached ${openLead.name}?` })).toBeVisible();
});

test("an amount with cents, and a time that cannot be meant, are not taken", async ({
  desk,
  openLead: visitor,
  page,
  site,
}) => {
  const lead = async () => (await site.leadsOf(visitor.name))[0];
  await desk.choose("Quoted");
  const amount = page.getByRole("textbox", { name: "Amount" });
  await amount.fill("$1,850.50");
  await desk.answer("Quoted").click();
  await expect(amount).toBeFocused();
  await amount.fill("$1,850.00");
  await desk.answer("Quoted").click();
  await expect.poll(lead).toMatchObject({ quoted: 1850 });

  await desk.choose("Visit");
  const time = page.getByLabel("Date and time");
  for (const impossible of ["2025-11-20T10:00", "0027-03-14T10:00", "2927-03-14T10:00"]) {
    await time.fill(impossible);
    await desk.answer("Set the visit").click();
    await expect(time).toBeFocused();
    expect(await time.evaluate((it: HTMLInputElement) => it.validity.valid)).toBe(false);
  }
  expect(await lead()).toMatchObject({ visit_at: null });
});

test("a dialog closes by a press beside it, and by no other", async ({ desk, openLead, page }) => {
  const sheet = page.getByRole("dialog");
  await desk.choose("Visit");
  const who = page.getByRole("combobox", { name: "Who goes" });
  await who.fill("Ben");
  const { x = 0, y = 0, width = 0 } = (await sheet.boundingBox()) ?? {};
  await page.mouse.click(x + 4, y + 4);
  await expect(who).toHaveValue("Ben");
  // A text is selected, and the mouse leaves the dialog.
  const field = await who.boundingBox();
  await page.mouse.move((field?.x ?? 0) + 20, (field?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y - 40);
  await page.mouse.up();
  await expect(who).toHaveValue("Ben");
  await page.mouse.click(x + width / 2, y - 40);
  await expect(sheet).toHaveCount(0);
  await expect(desk.lead).toContainText(openLead.name);
});

test("a note that was typed and left is kept, and the row says so", async ({ desk, openLead }) => {
  await desk.note.fill("Gate code 4711");
  await desk.goTo("Now");
  await expect(desk.row(openLead.name)).toContainText("Note not saved: Gate code 4711");
  await desk.open(openLead.name);
  await expect(desk.note).toHaveValue("Gate code 4711");
  await desk.page.getByRole("button", { name: "Save note" }).click();
  await desk.goTo("Now");
  await expect(desk.row(openLead.name)).toContainText("Gate code 4711");
  await expect(desk.row(openLead.name)).not.toContainText("Note not saved");
});

test("the heading, the sections and the tab count the same", async ({
  desk,
  page,
  site,
  visitor,
}) => {
  await sendRequest(site, { ...visitor, urgency: "emergency" });
  await sendRequest(site, { ...visitor, message: "And the stump" });
  const other = { ...visitor, lastName: `${visitor.lastName} Two`, email: "two@gmail.com" };
  await sendRequest(site, { ...other, phone: "404-555-0131" });
  await desk.signIn();
  await expect(page).toHaveTitle("(3) Now · Desk");
  await expect(page.locator("header")).toContainText("3 to do");
  await expect(page.getByRole("heading", { name: "Emergencies 2" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Due 1" })).toBeVisible();
  const places = page.getByRole("navigation", { name: "Desk" });
  await expect(places.getByRole("link", { name: "Now" })).toHaveText("Now3, with an emergency");
});

test("a lead that is put off says in its row when it comes back", async ({
  desk,
  openLead,
  page,
}) => {
  await desk.choose("Later");
  await desk.answer("In a week").click();
  await desk.goTo("Later");
  await expect(desk.row(openLead.name).locator("time")).toContainText(opening);
  await expect(page).toHaveTitle("Later · Desk");
});

test("an emergency stands on top, with its own promise; a suspected one too, marked as unsure", async ({
  desk,
  page,
  site,
  visitor,
}) => {
  await sendRequest(site, { ...visitor, urgency: "emergency" });
  const unsure = { ...visitor, lastName: `${visitor.lastName} Two`, phone: "404-555-0124" };
  await sendRequest(site, {
    ...unsure,
    email: "two@gmail.com",
    urgency: "emergency",
    website: "https://example.org",
  });
  await desk.signIn();
  const emergencies = page.getByRole("region", { name: "Emergencies" });
  const second = emergencies.locator(".row").filter({ hasText: `${visitor.name} Two` });
  await expect(second).toContainText("Maybe spam");
  await desk.open(visitor.name);
  await expect(desk.lead).toContainText(/Promised within 1–2 hours: (1 h|\d+ min) left/);
  await desk.goTo("Now");
  await desk.open(`${visitor.name} Two`);
  await expect(desk.lead).toContainText("Emergency, maybe spam");
  await desk.lead.getByRole("button", { name: "Customer" }).click();
  await expect(desk.lead).not.toContainText("maybe spam");
  await expect
    .poll(async () => (await site.leadsOf(`${visitor.name} Two`))[0])
    .toMatchObject({ suspect: false, status: "new" });
});

test("what was done by mistake is undone, also when a new lead comes meanwhile", async ({
  desk,
  openLead: visitor,
  site,
}) => {
  await desk.choose("Lost", "The price");
  const done = desk.toast.filter({ hasText: "lost" });
  await expect(done).toBeVisible();
  const other = { ...visitor, lastName: `${visitor.lastName} Two`, phone: "404-555-0125" };
  await sendRequest(site, { ...other, email: "three@gmail.com" });
  await expect(desk.toast.filter({ hasText: `${visitor.name} Two` })).toBeVisible();
  await done.getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(async () => (await site.leadsOf(visitor.name))[0])
    .toMatchObject({ status: "new", lost_reason: null, version: 2 });
});

test("a notice leaves by itself, also one that was pressed", async ({ desk, openLead, page }) => {
  await page.clock.install();
  await desk.choose("Lost", "The price");
  await desk.toast.getByRole("button", { name: "Undo" }).focus();
  await page.clock.fastForward(60_000);
  await expect(desk.toast).toContainText("lost");
  await desk.toast.getByRole("button", { name: "Undo" }).click();
  await expect(desk.toast).toContainText(`${openLead.name}: as it was.`);
  await page.clock.fastForward(11_000);
  await expect(desk.toast).toHaveCount(0);
});

test("two phones see each other's changes, and who has it", async ({
  desk,
  openLead: visitor,
  partner,
}) => {
  await partner.open(visitor.name);
  await desk.page.getByRole("button", { name: "I’ll take it" }).click();
  await expect(partner.lead).toContainText("Owner has it");
  await partner.saveNote("Named 1,450");
  await expect(desk.note).toHaveValue("Named 1,450");
});

test("a visit: today's list, the way to all, a calendar file and a work order", async ({
  desk,
  page,
  site,
  visitor,
}) => {
  const [today] = new Date().toLocaleString("sv-SE", { timeZone: "America/New_York" }).split(" ");
  const other = {
    lastName: `${visitor.lastName} Two`,
    email: "two@gmail.com",
    phone: "404-555-0128",
  };
  await sendRequest(site, { ...visitor, ...other, address: "7 Elm Lane, Tucker" });
  await site.sql("UPDATE site_forms SET visit_at = $1::timestamp AT TIME ZONE 'America/New_York'", [
    `${today} 23:50`,
  ]);
  await sendRequest(site, visitor);
  await desk.signIn();
  await desk.open(visitor.name);
  await desk.choose("Visit");
  await page.getByLabel("Date and time").fill(`${today}T23:55`);
  await page.getByRole("combobox", { name: "Who goes" }).fill("Ben");
  await desk.answer("Set the visit").click();
  await expect
    .poll(async () => (await site.leadsOf(visitor.name))[0])
    .toMatchObject({ visit_by: "Ben" });
  const visit = desk.lead.getByRole("region", { name: "Visit" });
  await expect(visit).toContainText("11:55");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    visit.getByRole("link", { name: "To the calendar" }).click(),
  ]);
  expect(readFileSync(await download.path(), "utf8")).toContain("BEGIN:VEVENT");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: `Work order: ${visitor.name}` })).toBeVisible();
  await expect(page.locator(".actions")).toBeHidden();
  await expect(page.locator(".work-order")).toContainText("12 Oak Street");
  await page.emulateMedia({ media: null });

  await desk.goTo("Now");
  await page.getByRole("link", { name: "2 visits today" }).click();
  const day = page.getByRole("region", { name: "Today" });
  await expect(day.getByRole("heading", { level: 3 })).toHaveText([
    `${visitor.name} Two`,
    visitor.name,
  ]);
  // Each of them goes alone.
  await expect(day.getByRole("link", { name: /^Route/ })).toHaveCount(0);
  await site.sql("UPDATE site_forms SET visit_by = 'Ben', version = version + 1");
  await page.reload();
  const route = day.getByRole("link", { name: "Route for Ben" });
  const { searchParams } = new URL((await route.getAttribute("href")) ?? "");
  expect(Object.fromEntries(searchParams)).toEqual({
    api: "1",
    destination: ordinaryAnswers.address,
    waypoints: "7 Elm Lane, Tucker",
  });
  const stop = day.getByRole("listitem").filter({ hasText: "12 Oak Street" });
  await expect(stop).toContainText("Ben");
  await expect(stop.getByRole("link", { name: /^Map/ })).toHaveAttribute(
    "href",
    /google\.com\/maps\/search\/\?api=1&query=12%20Oak/,
  );
});

test("prepared texts have the name and the numbers filled in", async ({ desk, openLead, page }) => {
  await page.getByRole("button", { name: "Text", exact: true }).click();
  const sheet = page.getByRole("dialog");
  const text = sheet.getByRole("link", { name: "Text Sorry we missed you" });
  const href = decodeURIComponent((await text.getAttribute("href")) ?? "");
  expect(href).toContain(`sms:${openLead.phone.replace(/\D/g, "")}?&body=Hi Robin,`);
  expect(href).not.toMatch(/[{}]/);
  await expect(sheet.getByRole("link", { name: "E-mail Sorry we missed you" })).toHaveAttribute(
    "href",
    /^mailto:robin\.\w+@gmail\.com\?subject=/,
  );
  // A text that names a day needs one.
  await expect(sheet).not.toContainText("The date");
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(desk.lead).toBeVisible();
});

test("a second request of the same person joins the first, stands on it, and moves with it", async ({
  desk,
  page,
  site,
  visitor,
}) => {
  await sendRequest(site, visitor);
  await sendRequest(site, {
    ...visitor,
    lastName: `${visitor.lastName} Again`,
    email: "alex@gmail.com",
  });
  await desk.signIn();
  await expect(desk.row(visitor.name)).toHaveCount(1);
  await expect(desk.row(visitor.name)).toContainText("2 requests");
  await desk.page.locator(".list").getByRole("link", { name: visitor.name }).first().click();
  await expect(desk.lead.getByRole("region", { name: "The same person" })).toContainText(
    visitor.name,
  );
  await desk.choose("Lost", "The price");
  for (const name of [visitor.name, `${visitor.name} Again`]) {
    await expect.poll(async () => (await site.leadsOf(name))[0]?.status).toBe("lost");
  }
  await desk.goTo("Now");
  await expect(page.locator(".list").getByText("Nobody is waiting")).toBeVisible();
});

test.describe("a caller", () => {
  test.use({ expectedConsoleErrors: /status of 422/ });

  test("is a lead too, with what the form requires, which says why", async ({
    desk,
    page,
    site,
    visitor,
  }) => {
    await desk.signIn();
    await page.getByRole("link", { name: "Enter a caller" }).click();
    await desk.enter({ ...visitor, name: visitor.firstName });
    await expect(page.getByRole("alert")).toContainText("fill in all required fields");
    // It is said in the form: a notice would lie over the button.
    await expect(desk.toast).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(visitor.firstName);
    // What keeps out strangers' forms does not keep out whom the owner has spoken to.
    await desk.enter(visitor, "ChatGPT told her that the oak has root rot");
    await expect(desk.lead.getByRole("heading", { name: visitor.name })).toBeVisible();
    await expect
      .poll(async () => (await site.leadsOf(visitor.name))[0])
      .toMatchObject({ source: "call", status: "called" });
    expect(site.mailsSoFar(visitor.name)).toEqual([]);
  });
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
  const field = desk.page.getByRole("searchbox");
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
  await card.getByRole("button", { name: "Customer" }).click();
  await expect(card).toHaveCount(0);
  expect(await site.mailsAbout(visitor.name)).toHaveLength(1);
  await desk.goTo("Now");
  await expect(desk.row(visitor.name)).toBeVisible();

  await desk.open(visitor.name);
  await desk.page.getByRole("button", { name: "This is spam" }).click();
  await expect.poll(async () => (await site.leadsOf(visitor.name))[0]?.status).toBe("spam");
});

test("a mail that was not delivered is sent again", async ({
  desk,
  openLead: visitor,

  site,
}) => {
  const [lead] = await site.leadsOf(visitor.name);
  await site.mailsAbout(visitor.name);
  await site.sql("UPDATE outbox SET state = 'dead', finished_at = now() WHERE id = $1", [lead?.id]);
  await desk.goTo("Mails");
  const mail = desk.row(visitor.name);
  await expect(mail).toContainText("Given up");
  await mail.getByRole("button", { name: "Send again" }).click();
  await expect(desk.toast).toContainText("on its way again");
  await expect(mail).toHaveCount(0);
  await expect
    .poll(() => site.sql("SELECT state FROM outbox WHERE id = $1", [lead?.id]))
    .toEqual([{ state: "sent" }]);
});
