import { readFileSync } from "node:fs";
import type { Page, Route } from "@playwright/test";
import { expect, expectAccessible, OWNER, relative, sendRequest, test } from "./desk-page.ts";

// Export and erasure at the desk.

test.use({ expectedConsoleErrors: /Failed to load resource/, serviceWorkers: "allow" });

/** Returns the file that a link downloads. */
async function download(page: Page, link: string): Promise<{ name: string; text: string }> {
  const downloading = page.waitForEvent("download");
  await page.locator("a[download]").filter({ hasText: link }).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

test("a spreadsheet has all leads", async ({ desk, openLead: visitor, page }) => {
  await desk.goTo("More");
  const { name, text } = await download(page, "All requests");
  expect(name).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
  expect(text).toContain(visitor.name);

  await desk.setOffline(true);
  await page.locator("a[download]").click();
  await expect(desk.toast).toContainText("needs a connection");
});

test("one person is exported and erased", async ({ desk, page, site, visitor }) => {
  const other = { ...relative(visitor), phone: visitor.phone };
  const { email } = visitor;
  await sendRequest(site, visitor);
  await sendRequest(site, other);
  await site.idle();
  await desk.signIn();
  // The erased lead must also go from what the phone keeps about another lead.
  await desk.open(other.name);
  const samePerson = desk.lead.getByRole("region", { name: "The same person" });
  await expect(samePerson).toBeVisible();
  await page.goBack();
  // Two responses from before the erasure arrive after it.
  const stale = await (await page.request.get("/api/desk/leads?list=now")).json();
  const late = Promise.withResolvers<void>();
  const [lead] = await site.leadsOf(visitor.name);
  const read = `**/api/desk/leads/${lead?.id}`;
  const hold = async (route: Route) => {
    const response = await route.fetch();
    await late.promise;
    await route.fulfill({ response });
  };
  // Without a number of times: the end of the last route that has one would let go of every held request.
  await page.route(read, hold);
  const isRead = page.waitForRequest(read);
  await desk.open(visitor.name);
  await isRead;
  await desk.note.fill(`Key as told to ${email}`);
  await page.getByRole("link", { name: "Privacy request…" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Privacy request" })).toBeFocused();
  // Matches the person's email first, since a household may share the number.
  await expect(page.getByRole("region", { name: "1 request" })).toContainText(visitor.name);
  await page.getByRole("button", { name: "Email or number" }).click();
  const both = page.getByRole("region", { name: "2 requests" });
  await expect(both.getByRole("checkbox", { name: visitor.name })).toBeChecked();
  const othersTick = both.getByRole("checkbox", { name: other.name });
  await expect(othersTick).not.toBeChecked();
  await expect(both.locator("label").filter({ hasText: other.name })).toContainText("Another name");
  await expectAccessible(page, "Privacy request");

  const data = JSON.parse((await download(page, "Download everything")).text);
  expect(data.requests).toHaveLength(1);
  expect(data.requests[0]).toMatchObject({ full_name: visitor.name, email, status: "new" });

  const erase = page.getByRole("button", { name: "Erase everything" });
  await expect(erase).toBeDisabled();
  await page.getByRole("textbox", { name: "to confirm" }).fill("Erase");
  await page.keyboard.press("Enter");
  await expect(desk.toast).toContainText("Erased: 1 request.");
  await expect(desk.row(other.name)).toBeVisible();
  await expect(page.locator(".list")).not.toContainText(visitor.name);
  const left = await site.sql("SELECT full_name FROM site_forms");
  expect(left).toEqual([{ full_name: other.name }]);
  const mails = await site.mailsAbout(email);
  expect(mails).toEqual([]);
  const erasures = "SELECT lead_id, data FROM desk_events WHERE kind = 'erase' AND who = $1";
  const recorded = await site.sql(erasures, [OWNER]);
  expect(recorded).toEqual([{ lead_id: null, data: { leads: 1 } }]);
  late.resolve();
  const addStale = async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), leads: stale.leads } });
  };
  await page.route("**/api/desk/changes*", addStale, { times: 1 });
  await desk.poll();
  const notices = await desk.toast.allTextContents();
  expect(notices.join()).not.toContain("New lead");
  // The lead and the unfinished note are both gone.
  await expect.poll(() => desk.kept()).not.toContain(email);
  // Going back skips the page of the erased lead.
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Now", exact: true })).toBeVisible();
  await expect(desk.row(other.name)).toBeVisible();
});

test("a request whose address only looks alike is offered, and erased if it has a tick", async ({
  desk,
  page,
  site,
  visitor,
}) => {
  const other = { ...relative(visitor), email: visitor.email.replace("@", "+oak@") };
  await sendRequest(site, visitor);
  await sendRequest(site, other);
  await site.idle();
  await desk.signIn();
  await desk.open(visitor.name);
  await page.getByRole("link", { name: "Privacy request…" }).click();
  const offered = page.getByRole("region", { name: "1 more request may be theirs" });
  await expect(offered.getByRole("checkbox", { name: other.name })).not.toBeChecked();
  await offered.getByRole("checkbox", { name: other.name }).check();
  await page.getByRole("textbox", { name: "to confirm" }).fill("erase");
  await page.keyboard.press("Enter");
  await expect(desk.toast).toContainText("Erased: 2 requests.");
  const left = await site.sql("SELECT full_name FROM site_forms");
  expect(left).toEqual([]);
});

test("a privacy request needs a connection", async ({ desk, openLead: _, page }) => {
  await desk.goOffline();
  await page.getByRole("link", { name: "Privacy request…" }).click();
  await expect(page.getByRole("alert")).toContainText("needs a connection");
  await expect(page.getByRole("button", { name: "Erase everything" })).toHaveCount(0);
  await desk.setOffline(false);
  await expect(page.getByRole("heading", { name: "Erase it" })).toBeVisible();
  await page.getByRole("link", { name: "The lead" }).click();
  await expect(desk.note).toBeVisible();
});
