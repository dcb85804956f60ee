import { readFileSync } from "node:fs";
import company from "../../company.json" with { type: "json" };
import { ordinaryAnswers } from "../estimate/estimate-page.ts";
import { expect, sendForm, sendRequest, test } from "./desk-page.ts";

const town = company.areas[0]?.towns[0] ?? "";
const opening = `${company.hours.opens % 12 || 12}:00`;

const DAY_MS = 24 * 3_600_000;

test("a lead that a visitor sends comes to the desk by itself: called, quoted, won", async ({
  browser,
  desk,
  site,
  stored,
  visitor,
}) => {
  await desk.signIn();
  await sendForm(browser, site, visitor);
  const waiting = desk.page.getByRole("region", { name: "New", exact: true });
  await expect(waiting.locator(".row").filter({ hasText: visitor.name })).toContainText(town);
  await expect(desk.toast.filter({ hasText: visitor.name })).toBeVisible();

  await desk.open(visitor.name);
  await desk.call();
  const question = desk.page.getByRole("region", { name: `Reached ${visitor.name}?` });
  await expect(question).toBeVisible();
  expect(await stored()).toMatchObject({ status: "new", calls: [] });
  await question.getByRole("button", { name: "Yes" }).click();
  await desk.answer("Quoted").click();
  await desk.page.getByRole("textbox", { name: "Amount" }).fill("$1,650");
  await desk.answer("Quoted").click();
  await expect.poll(stored).toMatchObject({ status: "quoted", quoted: 165_000 });
  const quoted = await stored();
  expect(quoted?.calls).toHaveLength(1);
  expect(quoted?.answered_at).not.toBeNull();

  await desk.saveNote("Gate code 4711");
  await desk.saveNote("Gate code 4712");
  await desk.choose("Won");
  await desk.page.getByRole("textbox", { name: "Amount" }).fill("1850");
  await desk.answer("Won").click();
  await expect
    .poll(stored)
    .toMatchObject({ status: "won", won: 185_000, note: "Gate code 4711\n\nGate code 4712" });
  const history = desk.page.getByRole("region", { name: "History" });
  await expect(history.getByRole("listitem").filter({ hasText: "you" })).toHaveText([
    /Won \$1,850/,
    /Gate code 4712/,
    /Gate code 4711/,
    /Quoted \$1,650/,
    /Reached/,
    /Opened/,
  ]);
  await desk.finish();
  await expect.poll(stored).toMatchObject({ status: "won", next_at: null });

  await desk.page.reload();
  await desk.goTo("Later");
  await desk.page.getByRole("link", { name: "Done" }).click();
  await expect(desk.row(visitor.name)).toContainText("Won, $1,850");
});

test("nobody reached: the call counts, and the lead returns when somebody says", async ({
  desk,
  openLead: visitor,
  page,
  stored,
}) => {
  await desk.call();
  // The dialer opens, or the phone discards the page.
  await page.reload();
  await page.getByRole("button", { name: "I didn’t call" }).click();
  await expect(page.getByRole("button", { name: "What next" })).toBeVisible();
  expect(await stored()).toMatchObject({ status: "new", calls: [] });

  // In the office, without a dialer: the rule computes the next time.
  await desk.choose("No answer");
  await expect.poll(stored).toMatchObject({ status: "no-answer", answered_at: null });
  const inDays = async () => (Date.parse(String((await stored())?.next_at)) - Date.now()) / DAY_MS;
  expect(await inDays()).toBeLessThan(3);
  await expect(desk.lead).toContainText(/called once, at \d/i);

  await desk.call();
  await page.getByRole("button", { name: "No answer" }).click();
  await desk.answer(/in a week/).click();
  await expect(desk.lead).toContainText(/called twice, last at \d/i);
  await expect.poll(inDays).toBeGreaterThan(6);
  await desk.goTo("Later");
  await expect(desk.row(visitor.name)).toContainText(/called twice, last at \d/i);
});

test("after a call the desk asks at the lead, and takes nobody away from what they opened", async ({
  listedLead: visitor,
  page,
}) => {
  await page.evaluate(() => {
    addEventListener("click", (event) => event.preventDefault(), { once: true });
  });
  await page.getByRole("link", { name: `Call ${visitor.name}` }).click();
  await expect(page.getByRole("region", { name: `Reached ${visitor.name}?` })).toBeVisible();
  // The user taps a notification, then the page becomes active again.
  await page.evaluate(() => {
    location.hash = "#more";
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(page.getByRole("heading", { name: "More" })).toBeFocused();
  await expect(page).toHaveURL(/#more$/);
  await expect(page.getByRole("link", { name: `Reached ${visitor.name}?` })).toBeVisible();
});

test("the number beside the address begins a call too, and the e-mail address a mail", async ({
  desk,
  openLead,
  page,
}) => {
  await page.evaluate(() => addEventListener("click", (event) => event.preventDefault()));
  const contact = desk.lead.getByRole("region", { name: "Contact" });
  await contact.getByRole("link", { name: /@/ }).click();
  const history = desk.lead.getByRole("region", { name: "History" });
  await expect(history).toContainText("Wrote an email");
  await contact.getByRole("link", { name: openLead.phone }).click();
  await expect(page.getByRole("region", { name: `Reached ${openLead.name}?` })).toBeVisible();
});

test("an amount has cents, and a time that cannot be meant is not taken", async ({
  desk,
  openLead: _openLead,
  page,
  stored,
}) => {
  await desk.choose("Quoted");
  const amount = page.getByRole("textbox", { name: "Amount" });
  await amount.fill("18,50");
  await desk.answer("Quoted").click();
  await expect(amount).toBeFocused();
  await amount.fill("$1,850.50");
  await desk.answer("Quoted").click();
  await expect.poll(stored).toMatchObject({ quoted: 185_050 });
  await expect(desk.lead).toContainText("Quoted, $1,850.50");

  await desk.choose("Visit");
  await page.getByRole("dialog").getByText("Another time or name…").click();
  const time = page.getByLabel("Date and time");
  for (const impossible of ["2025-11-20T10:00", "2927-03-14T10:00"]) {
    await time.fill(impossible);
    await desk.answer("Set the visit").click();
    await expect(time).toBeFocused();
    expect(await time.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
  }
  await time.fill("0027-03-14T10:00");
  await expect(desk.answer("Set the visit")).toBeDisabled();
  expect(await stored()).toMatchObject({ visit_at: null });
});

test("a dialog closes by a press beside it, and by no other", async ({ desk, openLead, page }) => {
  const sheet = page.getByRole("dialog");
  await desk.choose("Visit");
  await sheet.getByText("Another time or name…").click();
  const who = page.getByRole("textbox", { name: "Who goes" });
  await who.fill("Ben");
  const { x = 0, y = 0, width = 0 } = (await sheet.boundingBox()) ?? {};
  await page.mouse.click(x + 4, y + 4);
  await expect(who).toHaveValue("Ben");
  // Selects a text with the mouse, which leaves the dialog.
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
  await expect(page.getByRole("heading", { name: "Emergencies 1" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "New 2" })).toBeVisible();
  const tabs = page.getByRole("navigation", { name: "Desk" });
  await expect(tabs.getByRole("link", { name: "Now" })).toHaveText("Now3, with an emergency");
});

test("a lead that is put off says in its row when it comes back", async ({
  desk,
  openLead,
  page,
}) => {
  await desk.choose(/in a week/);
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
  stored,
}) => {
  await desk.choose("Lost", "The price");
  const done = desk.toast.filter({ hasText: "lost" });
  await expect(done).toBeVisible();
  const other = { ...visitor, lastName: `${visitor.lastName} Two`, phone: "404-555-0125" };
  await sendRequest(site, { ...other, email: "three@gmail.com" });
  await expect(desk.toast.filter({ hasText: `${visitor.name} Two` })).toBeVisible();
  await done.getByRole("button", { name: "Undo" }).click();
  await expect.poll(stored).toMatchObject({ status: "new", lost_reason: null, events: 2 });
});

test("a notice leaves by itself, also one that was pressed", async ({ desk, openLead, page }) => {
  await page.clock.install();
  await desk.choose("Lost", "The price");
  await desk.toast.getByRole("button", { name: "Undo" }).focus();
  await page.clock.fastForward(60_000);
  await expect(desk.toast).toContainText("lost");
  await desk.toast.getByRole("button", { name: "Undo" }).click();
  await expect(desk.toast).toContainText(`${openLead.name}: undone. Lost: the price`);
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
  await expect(desk.lead).toContainText("Named 1,450");
});

test("each act is undone in the history, by anybody, and stays there", async ({
  desk,
  openLead: visitor,
  partner,
  stored,
}) => {
  await partner.open(visitor.name);
  await desk.choose("Quoted");
  await desk.page.getByRole("textbox", { name: "Amount" }).fill("900");
  await desk.answer("Quoted").click();
  await desk.choose("Lost", "The price");
  await expect.poll(stored).toMatchObject({ status: "lost" });
  const entry = (name: string) =>
    partner.lead
      .getByRole("region", { name: "History" })
      .getByRole("listitem")
      .filter({ hasText: name });
  await entry("Lost: the price").locator("summary").click();
  await entry("Lost: the price").getByRole("button", { name: "Undo" }).click();
  await expect.poll(stored).toMatchObject({ status: "quoted", quoted: 90_000, lost_reason: null });
  await expect(entry("Lost: the price")).toContainText("undone by you");
  await expect(desk.lead.getByRole("region", { name: "History" })).toContainText(
    "undone by Partner",
  );
});

test("what a customer gave is corrected, and the first words come back by undoing it", async ({
  desk,
  openLead: visitor,
  page,
  site,
  stored,
}) => {
  await page.getByRole("button", { name: "Correct this…" }).click();
  await page.getByRole("dialog").getByLabel("Number").fill("404-555-0188");
  await page.getByRole("dialog").getByLabel("Name").fill(`${visitor.name} Smith`);
  await desk.answer("Save").click();
  await expect(desk.lead.getByRole("heading", { level: 1 })).toHaveText(`${visitor.name} Smith`);
  const lead = async () => (await site.leadsOf(`${visitor.name} Smith`))[0];
  await expect.poll(lead).toMatchObject({ phone: "404-555-0188", email: visitor.email });
  await expect(page.locator(".actions a")).toHaveAttribute("href", "tel:4045550188");
  await desk.toast.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await stored())?.phone).toBe(visitor.phone);
});

test("a visit: today's list, the way to all, a calendar file and a work order", async ({
  desk,
  listedLead: visitor,
  page,
  site,
  stored,
}) => {
  const [today] = new Date().toLocaleString("sv-SE", { timeZone: "America/New_York" }).split(" ");
  const other = {
    lastName: `${visitor.lastName} Two`,
    email: "two@gmail.com",
    phone: "404-555-0128",
  };
  await sendRequest(site, { ...visitor, ...other, address: "7 Elm Lane, Tucker" });
  const [second] = await site.leadsOf(`${visitor.name} Two`);
  const [at] = await site.sql("SELECT $1::timestamp AT TIME ZONE 'America/New_York' AS late", [
    `${today} 23:50`,
  ]);
  const late = new Date(at?.late ?? "").toISOString();
  await desk.record(second?.id, new Date(), { kind: "visit-set", visitAt: late });
  await desk.open(visitor.name);
  await desk.choose("Visit");
  await page.getByRole("dialog").getByText("Another time or name…").click();
  await page.getByLabel("Date and time").fill(`${today}T23:55`);
  await page.getByRole("textbox", { name: "Who goes" }).fill("Ben");
  await desk.answer("Set the visit").click();
  await expect.poll(stored).toMatchObject({ visit_by: "Ben" });
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
  // Each person drives alone, so there is no shared route.
  await expect(day.getByRole("link", { name: /^Route/ })).toHaveCount(0);
  const byBen = { kind: "visit-set", visitAt: late, visitBy: "Ben" };
  await desk.record(second?.id, new Date(), byBen);
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
  await expect(sheet.getByRole("link", { name: "Email Sorry we missed you" })).toHaveAttribute(
    "href",
    /^mailto:robin\.\w+@gmail\.com\?subject=/,
  );
  // A text message that names a day needs a date.
  await expect(sheet).not.toContainText("The date");
  // A text message counts as an attempt, like a call.
  await page.evaluate(() => {
    addEventListener("click", (event) => event.preventDefault(), { once: true });
  });
  await text.click();
  await expect(sheet).toHaveCount(0);
  await expect(desk.lead.getByRole("region", { name: "History" })).toContainText("Texted");
});

test("a job that is done asks for a review, where the company names a page for reviews", async ({
  desk,
  openLead: _openLead,
  page,
  stored,
}) => {
  await desk.choose("Won", "Won");
  await desk.choose("Done: nothing more to do");
  const question = page.getByRole("dialog", { name: "Ask for a review?" });
  const [reviews] = company.reviewSources as { href: string }[];
  if (reviews) {
    await expect(question).toContainText(reviews.href);
    const text = question.getByRole("link", { name: "Text A review" });
    expect(decodeURIComponent((await text.getAttribute("href")) ?? "")).toContain(reviews.href);
    await page.evaluate(() => {
      addEventListener("click", (event) => event.preventDefault(), { once: true });
    });
    await text.click();
    await expect(desk.lead.getByRole("region", { name: "History" })).toContainText("Texted");
  }
  await expect.poll(stored).toMatchObject({ status: "won", next_at: null });
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("what is done to one request leaves the same person's others alone: they stand on it", async ({
  desk,
  page,
  site,
  stored,
  visitor,
}) => {
  await sendRequest(site, visitor);
  const again = `${visitor.name} Again`;
  await sendRequest(site, {
    ...visitor,
    lastName: `${visitor.lastName} Again`,
    email: "alex@gmail.com",
    address: "7 Elm Lane, Tucker",
  });
  await desk.signIn();
  await expect(page.locator(".list .row")).toHaveCount(2);
  await desk.open(visitor.name);
  const others = desk.lead.getByRole("region", { name: "The same person" });
  await expect(others).toContainText("7 Elm Lane, Tucker");
  await desk.choose("Lost", "The price");
  await expect.poll(async () => (await stored())?.status).toBe("lost");
  expect((await site.leadsOf(again))[0]).toMatchObject({ status: "new", events: 0 });
  await others.getByRole("link").click();
  await expect(desk.lead.getByRole("heading", { name: again })).toBeVisible();
});

test("a caller is a lead too, and a number is required", async ({
  desk,
  page,
  site,
  stored,
  visitor,
}) => {
  await desk.signIn();
  await page.getByRole("link", { name: "Enter a caller" }).click();
  await desk.enter({ ...visitor, phone: " " });
  const invalid = page.locator(".list input:invalid");
  await expect(invalid).toHaveAccessibleName("Number");
  await expect(invalid).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(visitor.name);
  await desk.enter({ name: "", phone: "404-555-0177" });
  await expect(desk.lead.getByRole("heading", { name: "404-555-0177" })).toBeVisible();
  await desk.goTo("Now");
  await page.getByRole("link", { name: "Enter a caller" }).click();
  // The rules that refuse visitors' forms don't refuse somebody whom the owner has talked to.
  await desk.enter(visitor, "ChatGPT told her that the oak has root rot");
  await expect(desk.lead.getByRole("heading", { name: visitor.name })).toBeVisible();
  await expect.poll(stored).toMatchObject({ source: "call", status: "called" });
  expect(site.mailsSoFar(visitor.name)).toEqual([]);
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

test("what looks like spam says why, and a person decides", async ({
  desk,
  site,
  stored,
  visitor,
}) => {
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
  await expect.poll(async () => (await stored())?.status).toBe("spam");
});

test("a mail that was not delivered is sent again", async ({
  desk,
  openLead: visitor,

  site,
}) => {
  const [lead] = await site.leadsOf(visitor.name);
  await site.mailsAbout(visitor.name);
  await site.sql("UPDATE outbox SET state = 'dead', finished_at = now() WHERE id = $1", [lead?.id]);
  await desk.goTo("Emails");
  const mail = desk.row(visitor.name);
  await expect(mail).toContainText("Given up");
  await mail.getByRole("button", { name: "Send again" }).click();
  await expect(desk.toast).toContainText("on its way again");
  await expect(mail).toHaveCount(0);
  await expect
    .poll(() => site.sql("SELECT state FROM outbox WHERE id = $1", [lead?.id]))
    .toEqual([{ state: "sent" }]);
});
