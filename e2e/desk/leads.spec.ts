import { readFileSync } from "node:fs";
import company from "../../company.json" with { type: "json" };
import { ordinaryAnswers } from "../estimate/estimate-page.ts";
import { appointed, expect, OWNER, relative, sendForm, sendRequest, test } from "./desk-page.ts";

const town = company.areas[0]?.towns[0] ?? "";
const opening = `${company.hours.opens % 12 || 12}:00`;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test("a new lead arrives: called, quoted, won", async ({
  browser,
  desk,
  page,
  site,
  stored,
  visitor,
}) => {
  await desk.signIn();
  const announced = desk.toast.filter({ hasText: visitor.name }).waitFor();
  await sendForm(browser, site, visitor);
  await announced;
  const waiting = page.getByRole("region", { name: "New", exact: true });
  await expect(waiting.locator(".row").filter({ hasText: visitor.name })).toContainText(town);

  await desk.open(visitor.name);
  await desk.call();
  const question = page.getByRole("region", { name: `Reached ${visitor.name}?` });
  await expect(question).toBeVisible();
  await desk.poll();
  const uncalled = await stored();
  expect(uncalled).toMatchObject({ status: "new", calls: [] });
  await question.getByRole("button", { name: "Yes" }).click();
  await desk.answer("Quoted").click();
  const amount = page.getByRole("textbox", { name: "Amount" });
  await amount.fill("$1,650");
  await desk.answer("Quoted").click();
  await expect.poll(stored).toMatchObject({
    ...{ status: "quoted", quoted: 165_000 },
    ...{ calls: [expect.anything()], answered_at: expect.anything() },
  });

  await desk.saveNote("Gate code 4711");
  await desk.saveNote("Gate code 4712");
  await desk.choose("Won");
  await expect(amount).toHaveValue("1650");
  await amount.fill("1850");
  await desk.answer("Won").click();
  await expect
    .poll(stored)
    .toMatchObject({ status: "won", won: 185_000, note: "Gate code 4711\n\nGate code 4712" });
  await expect(desk.history.getByRole("listitem").filter({ hasText: "you" })).toHaveText([
    /Won \$1,850/,
    /Gate code 4712/,
    /Gate code 4711/,
    /Quoted \$1,650/,
    /Reached/,
    /Opened/,
  ]);
  await desk.finish();
  await expect.poll(stored).toMatchObject({ status: "won", next_at: null });

  await page.reload();
  await desk.goTo("Later");
  await page.getByRole("link", { name: "Done" }).click();
  await expect(desk.row(visitor.name)).toContainText("Won, $1,850");
  await expect(desk.row(visitor.name)).toContainText("Gate code 4712");
  await expect(desk.row(visitor.name)).not.toContainText("Gate code 4711");
});

test("nobody reached: the lead comes back", async ({ desk, openLead: visitor, page, stored }) => {
  await desk.call();
  // The dialer opens, or the phone discards the page.
  await page.reload();
  await page.getByRole("button", { name: "I didn’t call" }).click();
  await expect(page.getByRole("button", { name: "What next" })).toBeVisible();
  await desk.poll();
  const uncalled = await stored();
  expect(uncalled).toMatchObject({ status: "new", calls: [] });

  // In the office, without a dialer: the rule computes the next time.
  await desk.choose("No answer");
  await expect.poll(stored).toMatchObject({ status: "no-answer", answered_at: null });
  const inDays = async () => (Date.parse(String((await stored())?.next_at)) - Date.now()) / DAY_MS;
  await expect.poll(inDays).toBeLessThan(3);
  await expect(desk.lead).toContainText(/called once, at \d/i);

  await desk.call();
  const question = page.getByRole("region", { name: /^Reached/ });
  await question.getByRole("button", { name: "No answer" }).click();
  await expect.poll(stored).toMatchObject({ calls: [expect.anything(), expect.anything()] });
  await desk.choose(/in a week/);
  await expect(desk.lead).toContainText(/called twice, last at \d/i);
  await expect.poll(inDays).toBeGreaterThan(6);
  await desk.goTo("Later");
  await expect(page).toHaveTitle("Later · Desk");
  await expect(desk.row(visitor.name)).toContainText(/called twice, last at \d/i);
  await expect(desk.row(visitor.name).locator("time")).toContainText(opening);
  // A heading has the day in this list, and the row in others.
  await desk.goTo("Search");
  await page.getByRole("searchbox").fill(visitor.name);
  await expect(desk.row(visitor.name).locator("time")).toHaveText(/^\d+ [A-Z]\w\w/);
});

test("a due lead is put off, or called in vain, by one press", async ({
  desk,
  openLead: _,
  stored,
}) => {
  const putOff = desk.lead.getByRole("button", { name: /^Put off until/ });
  const noAnswer = desk.lead.getByRole("button", { name: "No answer" });
  await desk.stopClock();
  await putOff.click();
  const next = async () => Date.parse(String((await stored())?.next_at));
  await expect.poll(next).toBeGreaterThan(Date.now());
  await expect(noAnswer).toHaveCount(0);
  await desk.toast.getByRole("button", { name: "Undo" }).click();
  await noAnswer.click();
  await expect.poll(stored).toMatchObject({ status: "no-answer", calls: [expect.anything()] });
  await expect(putOff).toHaveCount(0);
});

test("after a call the desk asks, and waits", async ({ desk, listedLead: visitor, page }) => {
  await desk.press(page.getByRole("link", { name: `Call ${visitor.name}` }));
  await expect(page.getByRole("region", { name: `Reached ${visitor.name}?` })).toBeVisible();
  // The user taps a notification, then the page becomes active again.
  await page.evaluate(() => {
    location.hash = "#more";
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(page.getByRole("heading", { name: "More" })).toBeFocused();
  await expect(page).toHaveURL(/#more$/);
  await page.getByRole("link", { name: `Reached ${visitor.name}?` }).click();
  const question = page.getByRole("region", { name: `Reached ${visitor.name}?` });
  await question.getByRole("button", { name: "I didn’t call" }).click();
  // The second tap of a double tap meets the call button, and calls nobody.
  const call = desk.lead.getByRole("link", { name: "Call" });
  await call.evaluate((second) => {
    for (const target of [document.body, second])
      target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  });
  await expect(call).toBeVisible();
  await desk.call();
  await expect(question).toBeVisible();
});

test("a lead's numbers, email, and URLs are links", async ({ desk, page, site, visitor }) => {
  const phone = `\u200e${visitor.phone} / 678-555-0199`;
  const link = "https://en.wikipedia.org/wiki/Oak_(tree)";
  const [first, second] = [visitor.phone.replaceAll(/\D/g, ""), "6785550199"];
  await sendRequest(site, { ...visitor, phone, message: `(See ${link}).` });
  await desk.signIn();
  await expect(desk.row(visitor.name).locator("a[href^='tel:']")).toHaveCount(1);
  await desk.open(visitor.name);
  await expect(desk.lead.locator(".actions a[href^='tel:']")).toHaveAttribute(
    "href",
    `tel:${first}`,
  );
  await expect(
    desk.lead.getByRole("region", { name: "What they said" }).getByRole("link"),
  ).toHaveAttribute("href", link);
  const contact = desk.lead.getByRole("region", { name: "Contact" });
  await expect(contact).toContainText(phone.slice(1));
  await expect(contact.locator("a[href^='tel:']").nth(1)).toHaveAttribute("href", `tel:${second}`);

  await page.getByRole("button", { name: "Text", exact: true }).click();
  const sheet = page.getByRole("dialog");
  const text = sheet.getByRole("link", { name: "Text Sorry we missed you" });
  await expect(text).toHaveAttribute(
    "href",
    new RegExp(`^sms:${first}\\?&body=Hi%20Robin%2C((?!%7B).)*$`),
  );
  await expect(sheet.getByRole("link", { name: "Email Sorry we missed you" })).toHaveAttribute(
    "href",
    /^mailto:robin\.\w+@gmail\.com\?subject=/,
  );
  // A text message that names a day needs a date.
  await expect(sheet).not.toContainText("The date");
  // A text message counts as an attempt, like a call.
  await desk.press(text);
  await expect(sheet).toHaveCount(0);
  await expect(desk.history).toContainText("Texted");
  await desk.press(contact.getByRole("link", { name: /@/ }));
  await expect(desk.history).toContainText("Wrote an email");
  await desk.press(contact.locator("a[href^='tel:']").first());
  await expect(page.getByRole("region", { name: `Reached ${visitor.name}?` })).toBeVisible();
});

test("a lead without a number offers no call", async ({ desk, site, visitor }) => {
  await sendRequest(site, { ...visitor, phone: "ask my neighbor", urgency: "emergency" });
  await desk.signIn();
  await desk.open(visitor.name);
  await expect(desk.lead).toContainText("No number to call: ask my neighbor");
  await expect(desk.page.locator("a[href^='tel:']")).toHaveCount(0);
});

test("impossible amounts and times are refused", async ({ desk, openLead: _, page, stored }) => {
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
    await expect(time.and(page.locator(":focus:invalid"))).toBeVisible();
  }
  await time.fill("0027-03-14T10:00");
  await expect(desk.answer("Set the visit")).toBeDisabled();
  await desk.poll();
  const unvisited = await stored();
  expect(unvisited).toMatchObject({ visit_at: null });
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
  // What was typed is still there, also after a reload.
  await page.reload();
  await desk.choose("Visit");
  await sheet.getByText("Another time or name…").click();
  await expect(who).toHaveValue("Ben");
});

test("a note that was typed and left is kept, and the row says so", async ({ desk, openLead }) => {
  await desk.note.fill("Gate code 4711");
  await desk.page.reload();
  await expect(desk.note).toHaveValue("Gate code 4711");
  await desk.goTo("Now");
  await expect(desk.row(openLead.name)).toContainText("Note not saved: Gate code 4711");
  await desk.open(openLead.name);
  await expect(desk.note).toHaveValue("Gate code 4711");
  await desk.page.getByRole("button", { name: "Save note" }).click();
  await desk.goTo("Now");
  await expect(desk.row(openLead.name)).toContainText("Gate code 4711");
  await expect(desk.row(openLead.name)).not.toContainText("Note not saved");
  // A long text is not cut.
  await desk.open(openLead.name);
  const long = "Gate ".repeat(1001);
  await desk.note.fill(`${long}code`);
  await desk.page.getByRole("button", { name: "Save note" }).click();
  await expect(desk.page.getByRole("alert")).toContainText("at most 5,000 characters");
  await expect(desk.note).toHaveValue(`${long}code`);
});

test("heading, sections, and tab count the same", async ({ desk, page, site, visitor }) => {
  const quoted = [relative(visitor, "Due"), relative(visitor, "Late")];
  await sendRequest(site, { ...visitor, urgency: "emergency" });
  await sendRequest(site, { ...visitor, message: "And the stump" });
  for (const person of [relative(visitor, "Again"), ...quoted]) await sendRequest(site, person);
  await desk.signIn();
  for (const [index, { name }] of quoted.entries()) {
    const [lead] = await site.leadsOf(name);
    const at = Date.now() - 9 * DAY_MS;
    const until = new Date(Date.now() - (index ? 8 : 1) * DAY_MS).toISOString();
    await desk.record(lead?.id, new Date(at), { kind: "quoted", amount: 120_000 });
    await desk.record(lead?.id, new Date(at + 1), { kind: "put-off", until });
  }
  for (const section of ["Emergencies 1", "New 2", "Due 1", "Due for over a week 1"]) {
    await expect(page.getByRole("heading", { name: section, exact: true })).toBeVisible();
  }
  await expect(page).toHaveTitle("(5) Now · Desk");
  await expect(page.locator("header")).toContainText("5 to do");
  const tabs = page.getByRole("navigation", { name: "Desk" });
  await expect(tabs.getByRole("link", { name: "Now" })).toHaveText("Now5, with an emergency");
});

test("emergencies are on top, also unsure ones", async ({ desk, page, site, visitor }) => {
  const unsure = relative(visitor);
  const emergency = { urgency: "emergency" };
  await sendRequest(site, { ...visitor, ...emergency });
  await sendRequest(site, { ...unsure, ...emergency, website: "https://example.org" });
  await desk.signIn();
  const emergencies = page.getByRole("region", { name: "Emergencies" });
  const second = emergencies.locator(".row").filter({ hasText: unsure.name });
  await expect(second).toContainText("Maybe spam");
  await desk.open(visitor.name);
  await expect(desk.lead).toContainText(/Promised within 1–2 hours: (1 h|\d+ min) left/);
  await desk.goTo("Now");
  await desk.open(unsure.name);
  await expect(desk.lead).toContainText("Emergency, maybe spam");
  await desk.lead.getByRole("button", { name: "Customer" }).click();
  await expect(desk.lead).not.toContainText("maybe spam");
  await expect
    .poll(async () => (await site.leadsOf(unsure.name))[0])
    .toMatchObject({ suspect: false, status: "new" });
});

test("an act is undone, also after news", async ({ desk, openLead: visitor, site, stored }) => {
  await desk.stopClock();
  await desk.choose("The price");
  const undo = desk.toast.filter({ hasText: "lost" }).getByRole("button", { name: "Undo" });
  // A notice that has the focus stays.
  await undo.focus();
  await desk.page.clock.resume();
  const other = relative(visitor);
  const announced = desk.toast.filter({ hasText: other.name }).waitFor();
  await sendRequest(site, other);
  await announced;
  await undo.click();
  await expect.poll(stored).toMatchObject({ status: "new", lost_reason: null, events: 2 });
});

test("a notice leaves by itself, also one that was pressed", async ({ desk, openLead, page }) => {
  await desk.stopClock();
  await desk.choose("The price");
  const undo = desk.toast.getByRole("button", { name: "Undo" });
  await undo.focus();
  await page.clock.fastForward(60_000);
  await expect(desk.toast).toContainText("lost");
  await undo.click();
  await expect(desk.toast).toContainText(`${openLead.name}: undone. Lost: the price`);
  // A second equal act is announced too.
  for (const number of ["first", "second"]) {
    await desk.saveNote("Dog in the yard");
    await expect(desk.toast.and(page.locator(":not([data-seen])"))).toContainText("note saved");
    await desk.toast.evaluate((toast, number) => toast.setAttribute("data-seen", number), number);
  }
  await page.clock.fastForward(11_000);
  await expect(desk.toast).toHaveCount(0);
});

test("two phones see and undo each other's acts", async ({
  desk,
  openLead: visitor,
  page,
  partner,
  stored,
}) => {
  await partner.open(visitor.name);
  await page.getByRole("button", { name: "I’ll take it" }).click();
  await expect(partner.lead).toContainText("Owner has it");
  await partner.saveNote("Named 1,450");
  await expect(desk.lead).toContainText("Named 1,450");

  await desk.choose("Quoted");
  await page.getByRole("textbox", { name: "Amount" }).fill("900");
  await desk.answer("Quoted").click();
  await desk.choose("The price");
  await expect.poll(stored).toMatchObject({ status: "lost" });
  const lost = partner.history.getByRole("listitem").filter({ hasText: "Lost: the price" });
  await lost.locator("summary").click();
  await lost.getByRole("button", { name: "Undo" }).click();
  await expect.poll(stored).toMatchObject({ status: "quoted", quoted: 90_000, lost_reason: null });
  await expect(lost).toContainText("undone by you");
  await expect(desk.history).toContainText("undone by Partner");
});

test("a correction is recorded, and undone", async ({
  desk,
  openLead: visitor,
  page,
  site,
  stored,
}) => {
  await desk.stopClock();
  await page.getByRole("button", { name: "Correct this…" }).click();
  await page.getByRole("dialog").getByLabel("Number").fill("404-555-0188");
  await page.getByRole("dialog").getByLabel("Name").fill(`${visitor.name} Smith`);
  const email = page.getByRole("dialog").getByLabel("Email");
  await email.fill("foo");
  await desk.answer("Save").click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("not an email address");
  await email.fill(visitor.email);
  await desk.answer("Save").click();
  await expect(desk.lead.getByRole("heading", { level: 1 })).toHaveText(`${visitor.name} Smith`);
  const lead = async () => (await site.leadsOf(`${visitor.name} Smith`))[0];
  await expect.poll(lead).toMatchObject({ phone: "404-555-0188", email: visitor.email });
  await expect(page.locator(".actions a")).toHaveAttribute("href", "tel:4045550188");
  await desk.toast.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await stored())?.phone).toBe(visitor.phone);
});

test("a visit: route, calendar file, work order", async ({ desk, page, site, stored, visitor }) => {
  // At noon of tomorrow it is no other day soon, and the visits are ahead.
  const [day] = new Date(Date.now() + DAY_MS)
    .toLocaleString("sv-SE", { timeZone: company.timeZone })
    .split(" ");
  await page.clock.setFixedTime(`${day}T17:00Z`);
  // Otherwise the desk corrects its clock by the server's.
  await page.route("**/api/desk/**", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date: "" } });
  });
  const other = relative(visitor);
  await sendRequest(site, visitor);
  await sendRequest(site, { ...other, address: "7 Elm Lane, Tucker" });
  const [second] = await site.leadsOf(other.name);
  const earlier = { kind: "visit-set", visitAt: `${day}T20:00:00.000Z` };
  await desk.signIn();
  await desk.record(second?.id, new Date(), earlier);
  await desk.open(visitor.name);
  await desk.choose("Visit");
  await page.getByRole("dialog").getByText("Another time or name…").click();
  await page.getByLabel("Date and time").fill(`${day}T17:55`);
  await page.getByRole("textbox", { name: "Who goes" }).fill("Ben");
  await desk.answer("Set the visit").click();
  await expect.poll(stored).toMatchObject({ visit_by: "Ben" });
  const visit = desk.lead.getByRole("region", { name: "Appointments" });
  await expect(visit).toContainText("5:55");
  // Moving it does not make the person its crew.
  await visit.getByRole("button", { name: /^Move/ }).click();
  await page.getByLabel("Date and time").fill(`${day}T17:50`);
  await desk.answer("Rain").click();
  await desk.answer("Move it").click();
  await expect(visit).toContainText(/5:50 PM to 6:50 PM, Ben/);
  await expect(visit).toContainText(/Moved: was .* 5:55, rain/);
  const downloading = page.waitForEvent("download");
  await visit.getByRole("link", { name: "To the calendar" }).click();
  const file = await (await downloading).path();
  expect(readFileSync(file, "utf8")).toContain("BEGIN:VEVENT");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: `Work order: ${visitor.name}` })).toBeVisible();
  await expect(page.locator(".actions")).toBeHidden();
  await expect(page.locator(".work-order")).toContainText("12 Oak Street");
  await page.emulateMedia({ media: null });
  await desk.goTo("Search");
  await page.getByRole("searchbox").fill(visitor.name);
  await expect(desk.row(visitor.name)).toContainText("Visit, Ben · Tree Removal");

  await desk.goTo("Now");
  await page.getByRole("link", { name: "2 visits today" }).click();
  const today = page.getByRole("region", { name: "Today" });
  const crews = page.getByRole("navigation", { name: "Crew" }).getByRole("link");
  await expect(crews).toHaveText([/^Ben\s*1$/, /^Nobody yet\s*1$/]);
  await expect(today.getByRole("heading", { level: 3 })).toHaveText([visitor.name]);
  await crews.last().click();
  await expect(today.getByRole("heading", { level: 3 })).toHaveText([other.name]);
  await desk.record(second?.id, new Date(), { ...earlier, visitBy: "Ben" });
  await expect(today.getByRole("heading", { level: 3 })).toHaveText([other.name, visitor.name]);
  const route = today.getByRole("link", { name: "Route for Ben" });
  const query = new URLSearchParams({
    api: "1",
    destination: ordinaryAnswers.address,
    waypoints: "7 Elm Lane, Tucker",
  });
  await expect(route).toHaveAttribute("href", `https://www.google.com/maps/dir/?${query}`);
  const ofBen = today.getByRole("region", { name: "Ben" }).getByRole("listitem");
  const stop = ofBen.filter({ hasText: "12 Oak Street" });
  await expect(stop.getByRole("link", { name: /^Map/ })).toHaveAttribute(
    "href",
    /google\.com\/maps\/search\/\?api=1&query=12%20Oak/,
  );
});

test("work of two days stays beside an estimate, and a clash is said before it is set", async ({
  desk,
  listedLead: visitor,
  page,
  site,
  stored,
}) => {
  const { name: other } = relative(visitor);
  await sendRequest(site, relative(visitor));
  await desk.open(other);
  await desk.choose("Visit");
  const hours = page.getByRole("dialog").locator("p > [aria-pressed=false]");
  await hours.first().click();
  await desk.answer("Set the visit").click();

  await desk.record((await stored())?.id, new Date(), { kind: "won", amount: 185_000 });
  await desk.goTo("Now");
  await desk.goTo("Search");
  await page.getByRole("searchbox").fill(visitor.name);
  await desk.open(visitor.name);
  const listed = desk.lead.getByRole("region", { name: "Appointments" }).getByRole("listitem");
  await desk.choose("Day of the work");
  await hours.first().click();
  await desk.answer("Set the day").click();
  await desk.lead.getByRole("button", { name: /^One more day/ }).click();
  await expect(listed.filter({ hasText: "Work, " })).toHaveCount(2);

  await desk.choose("Visit");
  // The hours that the crew has elsewhere can still be chosen.
  const clash = `Owner is at ${other}’s`;
  await desk.answer(new RegExp(clash)).click();
  await expect(page.getByRole("dialog").getByRole("status")).toContainText(clash);
  await desk.answer("Set the visit").click();
  await expect(listed.filter({ hasText: "Work, " })).toHaveCount(2);
  await expect(listed.filter({ hasText: "Visit, " })).toHaveCount(1);
  // Both days of the work, and both visits, are in the crew's days.
  await desk.goTo("Visits");
  const stops = page.locator(".list").getByRole("heading", { level: 3 });
  await expect(stops.filter({ hasText: visitor.name })).toHaveCount(3);
  await expect(stops.filter({ hasText: other })).toHaveCount(1);
});

test("a visit without a result is asked about, and one that was called off stands until it is seen", async ({
  desk,
  listedLead: visitor,
  page,
  stored,
}) => {
  const id = (await stored())?.id;
  const off = appointed(Date.now() + 2 * DAY_MS, "Owner");
  await desk.record(id, new Date(), appointed(Date.now() - 2 * DAY_MS, "Owner"));
  await desk.record(id, new Date(), off);
  const { appointment } = off;
  await desk.record(id, new Date(), { kind: "ended", appointment, how: "called-off" });
  await desk.goTo("Visits");
  const asked = page.getByRole("region", { name: "Been there?" });
  await expect(asked).toContainText(visitor.name);
  await asked.getByRole("button", { name: "Done" }).click();
  await expect(asked).toHaveCount(0);
  const stop = page.locator(".list").getByRole("listitem");
  await expect(stop).toContainText("Called off");
  await stop.getByRole("button", { name: "Seen" }).click();
  await expect(stop).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Visits" })).toBeVisible();
  await desk.poll();
  await expect(stop).toHaveCount(0);
});

test("a stop that another crew has now is marked in the days of both", async ({
  desk,
  listedLead: visitor,
  page,
  stored,
}) => {
  const id = (await stored())?.id;
  const set = appointed(Date.now() + 2 * DAY_MS, "Owner");
  const { appointment, from, to } = set;
  await desk.record(id, new Date(), set);
  const moved = { kind: "moved", appointment, from, to, crew: "Ben", why: "crew" };
  await desk.record(id, new Date(), moved);
  await desk.goTo("Visits");
  const stop = page.locator(".list").getByRole("listitem").filter({ hasText: visitor.name });
  const crews = page.getByRole("navigation", { name: "Crew" });
  await expect(crews.getByRole("link")).toHaveText([/^Owner/, /^Ben/]);
  await expect(stop).toContainText("Moved to another crew: Ben");
  await expect(page.locator(".list").getByRole("link", { name: "Rain" })).toHaveCount(0);
  await stop.getByRole("button", { name: "Seen" }).click();
  await expect(crews).toHaveCount(0);
  await expect(stop).not.toContainText("Moved to another crew");
});

test("a row says that somebody has ordered before", async ({ desk, site, stored, visitor }) => {
  await sendRequest(site, visitor);
  await desk.signIn();
  await desk.record((await stored())?.id, new Date(), { kind: "won", amount: 912_500 });
  const again = { ...visitor, firstName: "Alex", name: `Alex ${visitor.lastName}` };
  await sendRequest(site, again);
  await expect(desk.row(again.name)).toContainText("Ordered before: $9,125");
});

test("what the phone stored of calls and seen changes may be damaged", async ({
  desk,
  listedLead: visitor,
  page,
  stored,
}) => {
  const id = (await stored())?.id;
  const off = appointed(Date.now() + 2 * DAY_MS, "Owner");
  await desk.record(id, new Date(), off);
  const { appointment } = off;
  await desk.record(id, new Date(), { kind: "ended", appointment, how: "called-off" });
  await page.evaluate((person) => {
    for (const name of ["calls", "seen-changes"])
      localStorage.setItem(`desk:${person}:${name}`, "[{");
  }, OWNER);
  await page.reload();
  await desk.goTo("Visits");
  const stop = page.locator(".list").getByRole("listitem");
  await expect(stop).toContainText(visitor.name);
  await stop.getByRole("button", { name: "Seen" }).click();
  await expect(stop).toHaveCount(0);
});

test("a caller needs a number", async ({ callerForm: _, desk, page, site, stored, visitor }) => {
  await desk.enter({ ...visitor, phone: " " });
  const invalid = page.locator(".list input:invalid");
  await expect(invalid).toHaveAccessibleName("Number");
  await expect(invalid).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(visitor.name);
  await desk.enter({ name: "", phone: "404-555-0177" }, "");
  await expect(desk.lead.getByRole("heading", { name: "404-555-0177" })).toBeVisible();
  await desk.goTo("Now");
  await page.getByRole("link", { name: "Enter a caller" }).click();
  // The rules that refuse visitors' forms don't refuse somebody whom the owner has talked to.
  await desk.enter(visitor, "ChatGPT told her that the oak has root rot");
  await expect(desk.lead.getByRole("heading", { name: visitor.name })).toBeVisible();
  await expect.poll(stored).toMatchObject({ source: "call", status: "called" });
  const mails = await site.mailsAbout(visitor.name);
  expect(mails).toEqual([]);
});

test("a phoned-in emergency is announced on the other desks", async ({
  callerForm: _,
  desk,
  page,
  partner,
  visitor,
}) => {
  await partner.poll();
  const announced = partner.toast.filter({ hasText: `Emergency: ${visitor.name}` }).waitFor();
  await page.getByRole("checkbox", { name: "It is an emergency" }).check();
  await expect(page.locator("header")).toContainText("called back at once");
  await desk.enter(visitor);
  await announced;
  await desk.poll();
  await expect(desk.toast).toHaveCount(0);
});

test("search finds a number, a street, and a name", async ({ desk, site, visitor }) => {
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

test("a person decides what is spam", async ({ desk, page, site, stored, visitor }) => {
  await sendRequest(site, { ...visitor, website: "https://example.org" });
  const before = await site.mailsAbout(visitor.name);
  expect(before).toEqual([]);
  await desk.signIn();
  await desk.goTo("Spam?");
  const card = page.locator(".card").filter({ hasText: visitor.name });
  await expect(card.getByRole("list", { name: "Why it looks like spam" })).toContainText(/\w{3}/);
  await expect(desk.row(visitor.name)).toHaveCount(0);
  await desk.stopClock();
  for (const verdict of ["Customer", "Spam"]) {
    await card.getByRole("button", { name: verdict, exact: true }).click();
    await expect(desk.toast).not.toContainText("Again");
    await desk.toast.getByRole("button", { name: "Undo" }).click();
    await expect(card.getByRole("button", { name: "Spam", exact: true })).toBeEnabled();
  }
  await page.clock.resume();
  await expect.poll(stored).toMatchObject({ status: "new", suspect: true, events: 4 });

  await card.getByRole("button", { name: "Customer" }).click();
  await expect(card).toHaveCount(0);
  await expect.poll(stored).toMatchObject({ suspect: false });
  const after = await site.mailsAbout(visitor.name);
  expect(after).toHaveLength(1);
  await desk.goTo("Now");
  await desk.open(visitor.name);
  await page.getByRole("button", { name: "This is spam" }).click();
  await expect.poll(stored).toMatchObject({ status: "spam" });
});

test("a mail that was not delivered is sent again", async ({ desk, openLead: visitor, site }) => {
  const [lead] = await site.settledLeadsOf(visitor.name);
  await site.sql("UPDATE outbox SET state = 'dead', finished_at = now() WHERE id = $1", [lead?.id]);
  await desk.goTo("Emails");
  const mail = desk.row(visitor.name);
  await expect(mail).toContainText("Given up");
  const announced = desk.toast.filter({ hasText: "on its way again" }).waitFor();
  await mail.getByRole("button", { name: "Send again" }).click();
  await announced;
  await expect(mail).toHaveCount(0);
  await expect
    .poll(() => site.sql("SELECT state FROM outbox WHERE id = $1", [lead?.id]))
    .toEqual([{ state: "sent" }]);
});
