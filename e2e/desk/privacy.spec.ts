import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { violationsOnPage } from "../axe.ts";
import { expect, OWNER, sendRequest, test } from "./desk-page.ts";

// What leaves the desk, and what is erased there.

test.use({ expectedConsoleErrors: /Failed to load resource/ });

/** The text of the file that a link downloads. */
async function download(page: Page, link: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: link }).click(),
  ]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

test("a spreadsheet has the leads that the list or the search shows", async ({
  context,
  desk,
  openLead: visitor,
  page,
}) => {
  await desk.goTo("Leads");
  const waiting = await download(page, "CSV of those waiting");
  expect(waiting.name).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
  expect(waiting.text).toContain(visitor.name);
  await desk.goTo("Search");
  await page.getByRole("searchbox").fill(visitor.lastName);
  await expect(desk.row(visitor.name)).toBeVisible();
  const found = await download(page, "CSV of those found");
  expect(found.text.trim().split("\r\n")).toHaveLength(2);
  expect(found.text).toContain(visitor.name);

  await context.setOffline(true);
  await page.getByRole("link", { name: "CSV of those found" }).click();
  await expect(desk.toast).toContainText("needs a connection");
});

test("a person gets what is kept of them, and is erased, and nobody else", async ({
  desk,
  page,
  site,
  visitor,
}) => {
  const phone = "678-555-0161";
  const email = `${visitor.lastName.replaceAll(/\W/g, "")}@gmail.com`;
  const relative = { ...visitor, firstName: "Alex", phone, email: "alex.alder@gmail.com" };
  const relativesName = `Alex ${visitor.lastName}`;
  await sendRequest(site, { ...visitor, phone, email });
  await sendRequest(site, relative);
  await site.mailsAbout(visitor.name);
  await site.mailsAbout(relativesName);
  await desk.signIn();
  await desk.open(visitor.name);
  await desk.note.fill(`Key as told to ${email}`);
  await page.getByRole("link", { name: "Privacy request…" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Privacy request" })).toBeFocused();
  await expect(page.getByRole("region", { name: "2 requests" })).toContainText(relativesName);
  await page.getByRole("button", { name: email }).click();
  const kept = page.getByRole("region", { name: "1 request" });
  await expect(kept).toContainText(visitor.name);
  await expect(kept).not.toContainText(relativesName);
  expect(await violationsOnPage(page)).toEqual([]);

  const data = JSON.parse((await download(page, "Download everything")).text);
  expect(data.requests).toHaveLength(1);
  expect(data.requests[0]).toMatchObject({ full_name: visitor.name, email, status: "new" });

  const erase = page.getByRole("button", { name: "Erase everything" });
  await expect(erase).toBeDisabled();
  await page.getByRole("textbox", { name: "to confirm" }).fill("Erase");
  await page.keyboard.press("Enter");
  await expect(desk.toast).toContainText("Erased: 1 request.");
  await expect(desk.row(relativesName)).toBeVisible();
  await expect(desk.row(visitor.name)).toHaveCount(0);
  expect(await site.leadsOf(visitor.name)).toEqual([]);
  expect(await site.leadsOf(relativesName)).toHaveLength(1);
  expect(site.mailsSoFar(visitor.name)).toEqual([]);
  expect(await site.sql("SELECT who, lead_id, leads FROM desk_audit WHERE what = 'erase'")).toEqual(
    [{ who: OWNER, lead_id: null, leads: 1 }],
  );
  // Neither the lead nor the note that was being written.
  await expect.poll(() => desk.kept()).not.toContain(email);
});

test("a privacy request needs a connection, and says so", async ({
  context,
  desk,
  openLead: _openLead,
  page,
}) => {
  await context.setOffline(true);
  await page.getByRole("link", { name: "Privacy request…" }).click();
  await expect(page.getByRole("alert")).toContainText("needs a connection");
  await expect(page.getByRole("button", { name: "Erase everything" })).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Erase it" })).toBeVisible();
  await page.getByRole("link", { name: "The lead" }).click();
  await expect(desk.note).toBeVisible();
});
