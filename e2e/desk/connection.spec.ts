import type { Route } from "@playwright/test";
import { ordinaryAnswers } from "../estimate/estimate-page.ts";
import { DeskPage, expect, OWNER, PARTNER, sendRequest, test } from "./desk-page.ts";

// A phone in the field: no network, a closed page, a faster colleague, an expired session.

test.use({ expectedConsoleErrors: /Failed to load resource/ });

const connection = (desk: DeskPage) => desk.page.locator(".connection");

test("what is done without a network survives a reload, and is sent when there is one", async ({
  context,
  desk,
  listedLead: visitor,
  stored,
}) => {
  await context.setOffline(true);
  await desk.page.reload();
  await desk.open(visitor.name);
  await desk.saveNote("Gate code 4711");
  await desk.choose("Lost", "The price");
  await expect(connection(desk)).toContainText("2 changes wait to be sent.");
  // Checked before the reload, because Chromium's offline emulation ends in the page that it leaves.
  expect(await stored()).toMatchObject({ status: "new", note: "" });
  await desk.page.reload();
  await expect(desk.lead).toContainText("Gate code 4711");
  await expect(desk.lead).toContainText("The price");

  await context.setOffline(false);
  await expect
    .poll(stored)
    .toMatchObject({ status: "lost", lost_reason: "price", note: "Gate code 4711", next_at: null });
  await expect(connection(desk)).toBeEmpty();
});

test("two tabs see each other's unsent changes, and all of them are sent once", async ({
  context,
  desk,
  openLead: visitor,
  site,
  stored,
}) => {
  const other = new DeskPage(await context.newPage(), site);
  await other.page.goto(desk.page.url());
  await expect(other.note).toBeVisible();
  await context.setOffline(true);
  await desk.saveNote("Gate code 4711");
  await expect(other.lead).toContainText("Gate code 4711");
  await other.choose("Lost", "Went elsewhere");
  await expect(desk.lead).toContainText("Went elsewhere");
  for (const tab of [other, desk]) await tab.page.reload();
  await expect(connection(desk)).toContainText("2 changes wait to be sent.");

  await context.setOffline(false);
  await expect.poll(stored).toMatchObject({ status: "lost", note: "Gate code 4711" });
  const [lead] = await site.leadsOf(visitor.name);
  const log = "SELECT kind FROM desk_events WHERE lead_id = $1 AND kind <> 'read' ORDER BY at";
  expect(await site.sql(log, [lead?.id])).toEqual([{ kind: "noted" }, { kind: "lost" }]);
  await expect(connection(desk)).toBeEmpty();
});

test("a proxy's error page is not the server's word: nothing is lost by it", async ({
  context,
  desk,
  openLead: _openLead,
  page,
  stored,
}) => {
  await context.setOffline(true);
  await desk.saveNote("Gate code 4711");
  const asked = "**/api/desk/leads/**";
  await page.route(asked, (route) =>
    route.fulfill({ status: 404, contentType: "text/html", body: "<h1>Not found</h1>" }),
  );
  await context.setOffline(false);
  await page.waitForResponse((response) => response.status() === 404);
  // The server doesn't find the lead, and the phone keeps the note.
  for (let poll = 0; poll < 2; poll += 1) await page.waitForResponse("**/api/desk/changes*");
  await page.reload();
  await expect(desk.lead).toContainText("Gate code 4711");
  await page.unroute(asked);
  await expect.poll(async () => (await stored())?.note).toBe("Gate code 4711");
});

test("of two outcomes the later one holds; whose was overtaken is told, and sets it again", async ({
  context,
  desk,
  openLead: visitor,
  partner,
  stored,
}) => {
  await context.setOffline(true);
  await desk.choose("Lost", "The price");
  await partner.open(visitor.name);
  await partner.choose("Won", "Won");
  await expect.poll(stored).toMatchObject({ status: "won" });

  await context.setOffline(false);
  await expect(desk.lead).toContainText("Partner set “Won” after your “Lost: the price”");
  expect(await stored()).toMatchObject({ status: "won", lost_reason: null });
  await desk.lead.getByRole("button", { name: "Set mine again" }).click();
  await expect.poll(stored).toMatchObject({ status: "lost", lost_reason: "price" });
  // Both events are in the history, and now the other person gets the notice.
  await expect(partner.lead).toContainText("Owner set “Lost: the price” after your “Won”");
  await expect(desk.lead.getByRole("button", { name: "Set mine again" })).toHaveCount(0);
});

test("a history that was read before a note was sent doesn't hide the note", async ({
  desk,
  listedLead: visitor,
  page,
  site,
}) => {
  await sendRequest(site, { ...visitor, lastName: "Again" });
  const [read, noted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hold = async (route: Route) => {
    const response = await route.fetch();
    read.resolve();
    await noted.promise;
    await route.fulfill({ response });
  };
  await page.route(/\/api\/desk\/leads\/[^/]+$/, hold, { times: 1 });
  await desk.open(visitor.name);
  await read.promise;
  const sent = page.waitForResponse("**/events");
  await desk.saveNote("Gate code 4711");
  await (await sent).finished();
  noted.resolve();
  // Only the late response has the other request.
  await expect(desk.lead.getByRole("region", { name: "The same person" })).toBeVisible();
  await expect(desk.lead.getByRole("region", { name: "History" })).toContainText("Gate code 4711");
});

test("a verdict that is undone leaves the lead as it was", async ({
  desk,
  page,
  site,
  stored,
  visitor,
}) => {
  await sendRequest(site, { ...visitor, website: "https://example.org" });
  const before = await stored();
  await desk.signIn();
  await desk.goTo("Spam?");
  const card = page.locator(".card").filter({ hasText: visitor.name });
  for (const verdict of ["Customer", "Spam"]) {
    await card.getByRole("button", { name: verdict, exact: true }).click();
    await desk.toast.getByRole("button", { name: "Undo" }).click();
    await expect(card.getByRole("button", { name: "Spam", exact: true })).toBeEnabled();
    await expect(connection(desk)).toBeEmpty();
  }
  await expect.poll(stored).toMatchObject({ status: "new", suspect: before?.suspect, events: 4 });
});

test("a caller who is entered without a network stands in the list, and is sent later", async ({
  callerForm: _callerForm,
  context,
  desk,
  site,
  stored,
  visitor,
}) => {
  await context.setOffline(true);
  await desk.enter(visitor);
  await desk.saveNote("Gate code 4711");
  await desk.goTo("Later");
  await expect(desk.row(visitor.name)).toContainText("Gate code 4711");
  expect(await site.leadsOf(visitor.name)).toEqual([]);

  await context.setOffline(false);
  await expect
    .poll(stored)
    .toMatchObject({ status: "called", source: "call", note: "Gate code 4711" });
  await expect(connection(desk)).toBeEmpty();
  await expect(desk.row(visitor.name)).toHaveCount(1);
});

test.describe("a caller whom the server refuses", () => {
  test.beforeEach(async ({ callerForm: _callerForm, context, desk, page, visitor }) => {
    await context.setOffline(true);
    await desk.enter(visitor);
    await desk.saveNote("Gate code 4711");
    await desk.note.fill("The dog bites");
    const refused = page.waitForResponse("**/api/desk/leads");
    await page.route(
      "**/api/desk/leads",
      (route) => route.fulfill({ status: 422, json: { error: "Not this one." } }),
      { times: 1 },
    );
    await context.setOffline(false);
    await refused;
    await expect(desk.toast).toContainText(`${visitor.name}: not entered. Not this one.`);
    await expect(desk.lead.getByRole("alert")).toContainText("Not this one.");
  });

  test("is kept with all that was done, and entered once corrected", async ({
    desk,
    page,
    stored,
    visitor,
  }) => {
    await page.reload();
    await expect(desk.note).toHaveValue("The dog bites");
    await page.getByRole("button", { name: "Correct this…" }).click();
    await page.getByRole("dialog").getByLabel("Number").fill("404-555-0188");
    await desk.answer("Save").click();
    await expect.poll(stored).toMatchObject({ phone: "404-555-0188", note: "Gate code 4711" });
    await expect(desk.lead.getByRole("alert")).toHaveCount(0);
    await expect(desk.lead.getByRole("heading", { name: visitor.name })).toBeVisible();
    await expect(desk.note).toHaveValue("The dog bites");
    await expect(connection(desk)).toBeEmpty();
  });

  test("holds up no other lead, and can be removed", async ({ desk, page, site, visitor }) => {
    await desk.goTo("Enter a caller");
    await desk.enter({ name: "Somebody else", phone: visitor.phone });
    await expect.poll(async () => (await site.leadsOf("Somebody else")).length).toBe(1);
    await desk.goTo("Later");
    await desk.open(visitor.name);
    await desk.lead.getByRole("button", { name: "Remove it" }).click();
    await desk.goTo("Later");
    await expect(desk.row("Somebody else")).toBeVisible();
    await expect(desk.row(visitor.name)).toHaveCount(0);
    await page.reload();
    expect(await desk.kept()).not.toContain("4711");
    expect(await desk.kept()).not.toContain("The dog bites");
  });
});

test("a caller whose sending takes long takes nobody away from the next one", async ({
  callerForm: _callerForm,
  desk,
  page,
  site,
  visitor,
}) => {
  const send = Promise.withResolvers<void>();
  await page.route("**/api/desk/leads", async (route) => {
    await send.promise;
    await route.continue();
  });
  await desk.enter(visitor);
  await desk.goTo("Later");
  await desk.goTo("Enter a caller");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Mrs. Bell");
  send.resolve();
  await expect.poll(async () => (await site.leadsOf(visitor.name)).length).toBe(1);
  await expect(connection(desk)).toBeEmpty();
  await page.waitForResponse("**/api/desk/changes*");
  await expect(page).toHaveURL(/#enter$/);
  await page.reload();
  await expect(name).toHaveValue("Mrs. Bell");
});

test.describe("a list that fails", () => {
  test.use({ expectedConsoleErrors: /status of 500/ });

  test("is no lost connection, and is read again after a pause", async ({ desk, page }) => {
    await page.addInitScript(() => {
      const banners: string[] = [];
      Object.assign(window, { banners });
      new MutationObserver(() => {
        banners.push(document.querySelector(".connection")?.textContent ?? "");
      }).observe(document, { childList: true, characterData: true, subtree: true });
    });
    let reads = 0;
    await page.route("**/api/desk/leads?*list=later*", (route) => {
      reads += 1;
      return route.fulfill({ status: 500, json: { error: "Try again later." } });
    });
    await desk.signIn();
    for (let poll = 0; poll < 4; poll += 1) await page.waitForResponse("**/api/desk/changes*");
    // Without the pause of 15 s, each poll would read it again.
    expect(reads).toBeLessThan(3);
    const banners = await page.evaluate(() => (window as unknown as { banners: string[] }).banners);
    expect(banners.join()).not.toContain("No connection");
  });
});

test("without a network, a list that was never read says so", async ({ context, desk, page }) => {
  await page.route("**/api/desk/leads?*list=spam*", (route) => route.abort());
  await desk.signIn();
  await desk.goTo("Spam?");
  await context.setOffline(true);
  await expect(page.locator(".list")).toContainText("needs a connection");
  await expect(page.locator(".list")).not.toContainText("Nothing here");
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

test("what is typed is still there after a reload", async ({ desk, openLead: _openLead, page }) => {
  await desk.note.fill("Gate co");
  await page.reload();
  await expect(desk.note).toHaveValue("Gate co");
  await expect(page.getByRole("button", { name: "Save note" })).toBeVisible();

  await desk.goTo("Enter a caller");
  const name = page.getByRole("textbox", { name: "Name" });
  const need = page.getByRole("textbox", { name: "What they need" });
  await name.fill("Mrs. Bell");
  await need.fill("Two pi");
  await page.reload();
  await expect(name).toHaveValue("Mrs. Bell");
  await expect(need).toHaveValue("Two pi");
  await need.fill("Two pines");
  await page.getByRole("textbox", { name: "Number" }).fill("404-555-0129");
  await page.getByRole("button", { name: "Enter", exact: true }).click();
  await expect(desk.lead).toContainText("Two pines");
  await desk.goTo("Enter a caller");
  await expect(name).toHaveValue("");
});

test("notes of two people stand beside each other", async ({
  context,
  desk,
  openLead: visitor,
  partner,
  stored,
}) => {
  await context.setOffline(true);
  await desk.saveNote("Gate code 4711");
  await partner.open(visitor.name);
  await partner.saveNote("Dog in the yard");
  const note = async () => (await stored())?.note;
  await expect.poll(note).toBe("Dog in the yard");

  await context.setOffline(false);
  // The notes arrive in the order in which they were written.
  await expect.poll(note).toBe("Gate code 4711\n\nDog in the yard");
  for (const { lead } of [desk, partner]) {
    for (const text of ["Gate code 4711", "Dog in the yard"]) {
      await expect(lead.getByRole("region", { name: "History" })).toContainText(text);
    }
  }
});

test.describe("a session that ends", () => {
  test.use({ person: PARTNER });

  test("leaves what is unsent and no lead on the phone", async ({
    context,
    desk,
    openLead: visitor,
    site,
    stored,
  }) => {
    await context.setOffline(true);
    await desk.saveNote("Gate code 4711");
    await site.command("desk", "sign-out", PARTNER);
    await context.setOffline(false);
    await expect(desk.page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expect(desk.page.getByText("One change is kept on this phone")).toBeVisible();
    expect((await stored())?.note).toBe("");
    const { address, message } = ordinaryAnswers;
    for (const known of [visitor.name, visitor.phone, address, message]) {
      await expect.poll(() => desk.kept()).not.toContain(known);
    }
    expect(await desk.kept()).toContain("Gate code 4711");

    // Another person's desk doesn't show the note.
    await desk.signIn(OWNER);
    await desk.goTo("Now");
    await desk.open(visitor.name);
    await expect(desk.note).toHaveValue("");

    await desk.signIn(PARTNER);
    await expect.poll(async () => (await stored())?.note).toBe("Gate code 4711");
  });

  test.describe("while somebody writes", () => {
    test.use({ expectedConsoleErrors: /status of 401/ });

    test("says why, keeps the text, and leads back to it by the code of a mail", async ({
      desk,
      openLead: visitor,
      page,
      site,
    }) => {
      await desk.note.fill("Gate co");
      await site.command("desk", "sign-out", PARTNER);
      await expect(page.getByText("You are signed out")).toBeVisible();
      await expect(page.getByText("What you were writing is kept on this phone")).toBeVisible();
      await desk.signInByCode(PARTNER);
      await expect(page.getByRole("heading", { name: visitor.name })).toBeVisible();
      await expect(desk.note).toHaveValue("Gate co");
    });
  });
});

test("a session says within a week of its end when that is", async ({ desk, page, site }) => {
  await desk.signIn();
  await expect(connection(desk)).toBeEmpty();
  await site.sql("UPDATE desk_sessions SET created_at = now() - interval '362 days'");
  await page.reload();
  await expect(connection(desk)).toContainText("signed in until");
});

test("a new version of the desk is offered", async ({ desk, page }) => {
  await desk.signIn();
  // Waits until the lists are loaded.
  await expect(page.getByText("Nobody is waiting")).toBeVisible();
  await expect(connection(desk)).toBeEmpty();
  await page.route("**/api/desk/changes*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), version: "/desk/assets/index-newer.js" },
    });
  });
  await expect(connection(desk)).toContainText("new version");
  await page.unroute("**/api/desk/changes*");
  await connection(desk).getByRole("button", { name: "Reload" }).click();
  await expect(connection(desk)).toBeEmpty();
  await expect(page.getByRole("heading", { name: "Now", exact: true })).toBeVisible();
});

test("a view that an open tab cannot load after a deployment is there after one reload", async ({
  context,
  desk,
  listedLead: visitor,
  page,
}) => {
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  // A new version: its service worker and the server have deleted the old version's files.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  const files = "**/desk/assets/figures-*.js";
  await context.route(files, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await desk.goTo("Figures");
  await expect(page.getByRole("heading", { name: "Figures" })).toBeVisible();
  expect(loads).toBe(1);
  expect(await desk.kept()).toContain(visitor.name);

  // The same version, with a missing file.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await context.route("**/desk/assets/mails-*.js", (route) => route.fulfill({ status: 404 }));
  await desk.goTo("Emails");
  await expect(page.getByRole("heading", { name: "Not loaded" })).toBeVisible();
  expect(await desk.kept()).toContain(visitor.name);
});

/** Overwrites a stored value on the phone. */
const overwrite = (desk: DeskPage, database: string, store: string, key: string, value: object) =>
  desk.page.evaluate(
    async ([database, store, key, value]) => {
      const open = indexedDB.open(database);
      await new Promise((resolve) => open.addEventListener("success", resolve));
      const records = open.result.transaction(store, "readwrite").objectStore(store);
      const put = records.put(value, key);
      await new Promise((resolve) => put.addEventListener("success", resolve));
    },
    [database, store, key, value] as const,
  );

test("a lead in the shape of another version does not blank the desk", async ({
  desk,
  openLead: visitor,
  page,
  site,
}) => {
  const [lead] = await site.leadsOf(visitor.name);
  await overwrite(desk, "desk-leads", "leads", String(lead?.id), {
    id: lead?.id,
    name: visitor.name,
  });
  await page.reload();
  await expect(
    page.locator(".lead-pane").getByRole("heading", { name: visitor.name }),
  ).toBeVisible();
  await desk.goTo("Now");
  await expect(desk.row(visitor.name)).toBeVisible();
});

test.describe("a desk that breaks", () => {
  test.use({ expectedConsoleErrors: /TypeError|Failed to load resource/ });

  test("keeps what is unsent, and is there again after a reload", async ({
    context,
    desk,
    openLead: visitor,
    page,
    stored,
  }) => {
    const lead = page.url();
    await desk.goTo("Emails");
    await expect(page.getByText("All were delivered")).toBeVisible();
    await page.goto(lead);
    await context.setOffline(true);
    await desk.saveNote("Gate code 4711");
    await overwrite(desk, "desk-answers", "answers", "mails", { mails: "none" });
    // The desk also broke weeks ago, for another reason.
    await page.evaluate(() => sessionStorage.setItem("desk:broken", "1700000000000"));
    await page.goto("/desk#mails");
    await page.reload();
    await expect(page.getByRole("heading", { name: "Something broke" })).toBeVisible();
    expect(await desk.kept()).toContain(visitor.name);
    for (const _ of ["in vain", "without what was read"]) {
      await expect(page.getByRole("heading", { name: "Something broke" })).toBeVisible();
      await page.getByRole("button", { name: "Reload" }).click();
    }
    await expect(page.getByRole("navigation", { name: "Desk" })).toBeVisible();
    await context.setOffline(false);
    await expect.poll(async () => (await stored())?.note).toBe("Gate code 4711");
  });
});
