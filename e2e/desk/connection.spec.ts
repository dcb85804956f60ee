import type { Route } from "@playwright/test";
import { ordinaryAnswers } from "../estimate/estimate-page.ts";
import { DeskPage, expect, OWNER, PARTNER, relative, sendRequest, test } from "./desk-page.ts";

// A phone in the field: no network, a closed page, a faster colleague, an expired session.

test.use({ expectedConsoleErrors: /Failed to load resource/ });

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow" });

  test("acts survive a reload, and are sent later", async ({
    desk,
    listedLead: visitor,
    page,
    stored,
  }) => {
    await desk.goOffline();
    await page.reload();
    await desk.open(visitor.name);
    await desk.saveNote("Gate code 4711");
    await desk.choose("The price");
    await expect(desk.connection).toContainText("2 changes wait to be sent.");
    // Checked before the reload, because Chromium's offline emulation ends in the page that it leaves.
    const unsent = await stored();
    expect(unsent).toMatchObject({ status: "new", note: "" });
    await page.reload();
    await expect(desk.lead).toContainText("Gate code 4711");
    await expect(desk.lead).toContainText("The price");

    await desk.setOffline(false);
    const sent = { status: "lost", lost_reason: "price", note: "Gate code 4711", next_at: null };
    await expect.poll(stored).toMatchObject(sent);
    await expect(desk.connection).toBeEmpty();
  });

  test("what is unsent leaves while nobody sees the desk", async ({
    desk,
    openLead: _,
    page,
    stored,
  }) => {
    await desk.goOffline();
    await desk.saveNote("Gate code 4711");
    await desk.choose("The price");
    await expect(desk.connection).toContainText("2 changes wait to be sent.");
    // The phone is locked, and has a network again.
    await page.evaluate(() => {
      Object.defineProperty(document, "hidden", { value: true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    const { devTools, ...worker } = await desk.serviceWorker();
    await desk.setOffline(false);
    const sync = { ...worker, tag: "desk-send", lastChance: false };
    await devTools.send("ServiceWorker.dispatchSyncEvent", sync);
    const sent = { status: "lost", lost_reason: "price", note: "Gate code 4711", events: 2 };
    await expect.poll(stored).toMatchObject(sent);
    await expect(desk.connection).toContainText("2 changes wait to be sent.");
    await page.reload();
    await expect(desk.connection).toBeEmpty();
    const once = await stored();
    expect(once).toMatchObject(sent);
  });

  test("two tabs share their unsent changes", async ({
    context,
    desk,
    openLead: _,
    site,
    stored,
  }) => {
    const other = new DeskPage(await context.newPage(), site);
    await other.page.goto(desk.page.url());
    await expect(other.note).toBeVisible();
    await desk.goOffline();
    await desk.saveNote("Gate code 4711");
    await expect(other.lead).toContainText("Gate code 4711");
    await other.choose("Went elsewhere");
    await expect(desk.lead).toContainText("Went elsewhere");
    for (const tab of [other, desk]) await tab.page.reload();
    await expect(desk.connection).toContainText("2 changes wait to be sent.");

    await desk.setOffline(false);
    await expect.poll(stored).toMatchObject({ status: "lost", note: "Gate code 4711" });
    const log = "SELECT kind FROM desk_events WHERE lead_id = $1 AND kind <> 'read' ORDER BY at";
    const recorded = await site.sql(log, [(await stored())?.id]);
    expect(recorded).toEqual([{ kind: "noted" }, { kind: "lost" }]);
    await expect(desk.connection).toBeEmpty();
  });

  test("a caller is listed, and sent later", async ({
    callerForm: _,
    desk,
    site,
    stored,
    visitor,
  }) => {
    await desk.goOffline();
    await desk.enter(visitor);
    const number = visitor.phone.replaceAll(/\D/g, "");
    await expect(desk.lead.locator(`.actions a[href="tel:${number}"]`)).toBeVisible();
    await desk.saveNote("Gate code 4711");
    await desk.goTo("Later");
    await expect(desk.row(visitor.name)).toContainText("Gate code 4711");
    const unsent = await site.leadsOf(visitor.name);
    expect(unsent).toEqual([]);

    await desk.setOffline(false);
    await expect
      .poll(stored)
      .toMatchObject({ status: "called", source: "call", note: "Gate code 4711" });
    await expect(desk.connection).toBeEmpty();
    await expect(desk.row(visitor.name)).toHaveCount(1);
  });

  test.describe("a desk that breaks", () => {
    test.use({ expectedConsoleErrors: /TypeError|Failed to load resource/ });

    test("keeps what is unsent, and recovers", async ({
      desk,
      openLead: visitor,
      page,
      stored,
    }) => {
      const lead = page.url();
      await desk.goTo("Emails");
      await expect(page.getByText("All were delivered")).toBeVisible();
      await page.goto(lead);
      await desk.goOffline();
      await desk.saveNote("Gate code 4711");
      await overwrite(desk, "desk-answers", "answers", "mails", { mails: "none" });
      // The desk also broke weeks ago, for another reason.
      await page.evaluate(() => sessionStorage.setItem("desk:broken", "1700000000000"));
      await page.goto("/desk#mails");
      await page.reload();
      const broken = page.getByRole("heading", { name: "Something broke" });
      await expect(broken).toBeVisible();
      await expect.poll(() => desk.kept()).toContain(visitor.name);
      for (const _ of ["in vain", "without what was read"]) {
        await expect(broken).toBeVisible();
        await page.getByRole("button", { name: "Reload" }).click();
      }
      await expect(page.getByRole("navigation", { name: "Desk" })).toBeVisible();
      await desk.setOffline(false);
      await expect.poll(stored).toMatchObject({ note: "Gate code 4711" });
    });
  });
});

test("a browser without HTTPS and storage works, and says so", async ({
  desk,
  page,
  site,
  stored,
  visitor,
}) => {
  await sendRequest(site, visitor);
  await page.addInitScript(() => {
    const refused = {
      get: () => {
        throw new DOMException("Refused", "SecurityError");
      },
    };
    for (const name of ["localStorage", "sessionStorage", "indexedDB"])
      Object.defineProperty(window, name, refused);
    for (const name of ["locks", "serviceWorker"])
      Reflect.deleteProperty(Navigator.prototype, name);
    Object.defineProperty(window, "caches", { value: undefined });
    Object.defineProperty(window, "isSecureContext", { value: false });
  });
  await desk.signInByLink();
  await expect(desk.connection).toContainText("stores nothing");
  await expect(desk.connection).toContainText("Without HTTPS");
  await desk.open(visitor.name);
  await page.getByRole("button", { name: "I’ll take it" }).click();
  await desk.saveNote("Gate code 4711");
  await expect.poll(stored).toMatchObject({ taken_by: OWNER, note: "Gate code 4711" });
  // The session is still there.
  await page.reload();
  await expect(desk.history).toContainText("Gate code 4711");
});

test("a proxy's error page loses nothing", async ({ desk, openLead: _, page, stored }) => {
  const asked = "**/api/desk/leads/**";
  const errorPage = { status: 404, contentType: "text/html", body: "<h1>Not found</h1>" };
  await page.route(asked, (route) => route.fulfill(errorPage));
  const refused = page.waitForResponse((response) => response.status() === 404);
  await desk.saveNote("Gate code 4711");
  await refused;
  // The server doesn't find the lead, and the phone keeps the note.
  await desk.poll();
  await page.clock.install();
  await page.reload();
  await expect(desk.lead).toContainText("Gate code 4711");
  await page.unroute(asked);
  // The desk sends it again after a pause.
  await page.clock.fastForward(60_000);
  await expect.poll(stored).toMatchObject({ note: "Gate code 4711" });
});

test("two outcomes that exclude each other are told to both people, and the later one holds", async ({
  desk,
  openLead: visitor,
  partner,
  stored,
}) => {
  await desk.setOffline(true);
  await desk.saveNote("Gate code 4711");
  await desk.choose("The price");
  await partner.open(visitor.name);
  await partner.saveNote("Dog in the yard");
  await partner.choose("Won", "Won");
  await expect.poll(stored).toMatchObject({ status: "won", note: "Dog in the yard" });

  await desk.setOffline(false);
  await expect(desk.lead).toContainText("You set “Lost: the price” and Partner “Won” without");
  await expect(partner.lead).toContainText("You set “Won” and Owner “Lost: the price” without");
  // The notes are in the order in which they were written.
  const note = "Gate code 4711\n\nDog in the yard";
  await expect.poll(stored).toMatchObject({ status: "won", lost_reason: null, note });
  // Who acts again knows of both.
  await desk.choose("The price");
  await expect.poll(stored).toMatchObject({ status: "lost", lost_reason: "price", note });
  await expect(desk.lead).not.toContainText("without knowing of each other");
  // The other person is told once.
  await partner.lead.getByRole("button", { name: "Got it" }).click();
  await partner.page.reload();
  await expect(partner.history).toContainText("Lost: the price");
  await expect(partner.lead).not.toContainText("without knowing of each other");
  for (const { history } of [desk, partner]) {
    for (const text of note.split("\n\n")) await expect(history).toContainText(text);
  }
});

test("a phone whose clock is ten minutes slow sets what follows from what it shows", async ({
  desk,
  openLead: visitor,
  page,
  partner,
  stored,
}) => {
  await page.clock.install({ time: Date.now() - 10 * 60_000 });
  await partner.open(visitor.name);
  await partner.choose("Quoted", "Quoted");
  await expect(desk.lead).toContainText("Quoted");
  await desk.choose("Won", "Won");
  await expect.poll(stored).toMatchObject({ status: "won" });
  await expect(partner.lead).toContainText("Won");
  await expect(desk.lead).not.toContainText("without knowing of each other");
});

test("an older history hides no newer note", async ({ desk, listedLead: visitor, page, site }) => {
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
  await expect(desk.history).toContainText("Gate code 4711");
});

test.describe("a caller whom the server refuses", () => {
  test.beforeEach(async ({ callerForm: _, desk, page, visitor }) => {
    const written = Promise.withResolvers<void>();
    const refuse = async (route: Route) => {
      await written.promise;
      await route.fulfill({ status: 422, json: { error: "Not this one." } });
    };
    await page.route("**/api/desk/leads", refuse, { times: 1 });
    await desk.enter(visitor);
    await desk.saveNote("Gate code 4711");
    await desk.note.fill("The dog bites");
    await desk.stopClock();
    written.resolve();
    await expect(desk.toast).toContainText(`${visitor.name}: not entered. Not this one.`);
    await expect(desk.lead.getByRole("alert")).toContainText("Not this one.");
    await page.clock.resume();
    await expect.poll(() => desk.kept()).toContain("Not this one.");
  });

  test("is kept, and entered when corrected", async ({ desk, page, stored, visitor }) => {
    await page.reload();
    await expect(desk.note).toHaveValue("The dog bites");
    await page.getByRole("button", { name: "Correct this…" }).click();
    await page.getByRole("dialog").getByLabel("Number").fill("404-555-0188");
    await desk.answer("Save").click();
    await expect.poll(stored).toMatchObject({ phone: "404-555-0188", note: "Gate code 4711" });
    await expect(desk.lead.getByRole("alert")).toHaveCount(0);
    await expect(desk.lead.getByRole("heading", { name: visitor.name })).toBeVisible();
    await expect(desk.note).toHaveValue("The dog bites");
    await expect(desk.connection).toBeEmpty();
  });

  test("holds up no other lead, and can be removed", async ({ desk, site, visitor }) => {
    const other = relative(visitor);
    await desk.goTo("Enter a caller");
    await desk.enter(other);
    await expect.poll(() => site.leadsOf(other.name)).toHaveLength(1);
    await desk.goTo("Later");
    await desk.open(visitor.name);
    await desk.lead.getByRole("button", { name: "Remove it" }).click();
    await desk.goTo("Later");
    await expect(desk.row(other.name)).toBeVisible();
    await expect(desk.row(visitor.name)).toHaveCount(0);
    await expect.poll(() => desk.kept()).not.toMatch(/4711|The dog bites/);
  });
});

test("a refused note stays with its words, and is written again", async ({
  desk,
  openLead: visitor,
  page,
  stored,
}) => {
  const refuse = (route: Route) => route.fulfill({ status: 422, json: { error: "Not this one." } });
  await page.route("**/events", refuse, { times: 1 });
  // The half of a character that a cut leaves.
  await desk.note.evaluate((note: HTMLTextAreaElement) => {
    note.focus();
    document.execCommand("insertText", false, "Gate code 4711 \ud83d");
  });
  await page.getByRole("button", { name: "Save note" }).click();
  const refused = desk.lead.getByRole("alert").filter({ hasText: "Gate code 4711" });
  await expect(refused).toContainText("Not this one.");
  await expect.poll(() => desk.kept()).toContain("Not this one.");
  await page.reload();
  await desk.goTo("Now");
  await expect(desk.row(visitor.name)).toContainText("Not recorded: Not this one.");
  await desk.open(visitor.name);
  await expect(refused).toBeVisible();
  await desk.lead.getByRole("button", { name: "Write it again" }).click();
  await expect(refused).toHaveCount(0);
  await page.getByRole("button", { name: "Save note" }).click();
  await expect.poll(stored).toMatchObject({ note: "Gate code 4711 \ufffd" });
});

test("a note about an erased lead says so", async ({ desk, openLead: _, page }) => {
  const json = { error: "There is nothing at this address." };
  await page.route("**/events", (route) => route.fulfill({ status: 404, json }));
  const announced = desk.toast.filter({ hasText: "not recorded. It was erased" }).waitFor();
  await desk.saveNote("Gate code 4711");
  await announced;
});

test("a slow upload of a caller closes no form", async ({
  callerForm: _,
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
  await expect.poll(() => site.leadsOf(visitor.name)).toHaveLength(1);
  await expect(desk.connection).toBeEmpty();
  await desk.poll();
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
    const start = Date.now();
    await page.clock.setFixedTime(start);
    await desk.signIn();
    for (let poll = 0; poll < 3; poll += 1) await desk.poll();
    expect(reads).toBe(1);
    await page.clock.setFixedTime(start + 15_000);
    await expect.poll(() => reads).toBe(2);
    const banners = await page.evaluate(() => (window as unknown as { banners: string[] }).banners);
    expect(banners.join()).not.toContain("No connection");
  });
});

test("without a network, a list that was never read says so", async ({ desk, page }) => {
  await page.route("**/api/desk/leads?*list=spam*", (route) => route.abort());
  await desk.signIn();
  await desk.goTo("Spam?");
  await expect(page.getByRole("heading", { name: "Spam?" })).toBeVisible();
  await desk.setOffline(true);
  await expect(page.locator(".list")).toContainText("needs a connection");
  await expect(page.locator(".list")).not.toContainText("Nothing here");
});

test("a search without a network covers the phone", async ({ desk, openLead: visitor, page }) => {
  await desk.setOffline(true);
  await desk.goTo("Search");
  await page.getByRole("searchbox").fill(visitor.lastName.toUpperCase());
  const found = page.getByRole("status").filter({ hasText: "Without a connection" });
  await expect(found).toContainText(/on this phone can be searched: 1 found/);
  await expect(desk.row(visitor.name)).toBeVisible();
  await page.getByRole("searchbox").fill("Nobody of this name");
  await expect(found).toContainText("nobody is found");
  await desk.setOffline(false);
  await expect(page.getByText("Nobody is found by")).toBeVisible();
});

test("a typed caller survives a reload, and is of one tab", async ({
  callerForm: _,
  context,
  desk,
  page,
}) => {
  const name = page.getByRole("textbox", { name: "Name" });
  const need = page.getByRole("textbox", { name: "What they need" });
  await name.fill("Mrs. Bell");
  await need.fill("Two pi");
  await page.reload();
  await expect(name).toHaveValue("Mrs. Bell");
  await expect(need).toHaveValue("Two pi");
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole("textbox", { name: "Name" }).fill("Mr. Shaw");
  await expect(other.getByRole("link", { name: "Not entered yet: Mrs. Bell" })).toBeVisible();
  await other.close();
  await expect(name).toHaveValue("Mrs. Bell");
  await desk.enter({ name: "Mrs. Bell", phone: "404-555-0129" }, "Two pines");
  await expect(desk.lead).toContainText("Two pines");
  await desk.goTo("Enter a caller");
  await expect(name).toHaveValue("");
});

test.describe("a session that ends", () => {
  test.use({ person: PARTNER });

  test("keeps unsent notes for the person who typed them", async ({
    desk,
    openLead: visitor,
    page,
    site,
    stored,
  }) => {
    const endSession = "DELETE FROM desk_sessions WHERE address = $1";
    await desk.setOffline(true);
    await desk.saveNote("Gate code 4711");
    await desk.note.fill("The dog");
    await site.sql(endSession, [PARTNER]);
    await desk.setOffline(false);
    await expect(page.getByText("You are signed out")).toBeVisible();
    const left = "One change and what you were writing are kept on this phone";
    await expect(page.getByText(left)).toBeVisible();
    const unsent = await stored();
    expect(unsent).toMatchObject({ note: "" });
    const { address, message } = ordinaryAnswers;
    for (const known of [visitor.name, visitor.phone, address, message]) {
      await expect.poll(() => desk.kept()).not.toContain(known);
    }
    await expect.poll(() => desk.kept()).toContain("Gate code 4711");

    // Another person's desk doesn't show the note.
    await desk.signIn(OWNER);
    await desk.open(visitor.name);
    await expect(desk.note).toHaveValue("");
    await site.sql(endSession, [OWNER]);

    await desk.signInByCode(PARTNER);
    await expect(page.getByRole("heading", { name: visitor.name })).toBeVisible();
    await expect(desk.note).toHaveValue("The dog");
    await expect.poll(stored).toMatchObject({ note: "Gate code 4711" });
  });
});

test("a session says within a week of its end when that is", async ({ desk, page, site }) => {
  await desk.signIn();
  await expect(desk.connection).toBeEmpty();
  await site.sql("UPDATE desk_sessions SET created_at = now() - interval '362 days'");
  await page.reload();
  await expect(desk.connection).toContainText("signed in until");
});

test("a new version of the desk is offered", async ({ desk, page }) => {
  await desk.signIn();
  // Waits until the lists are loaded.
  await expect(page.getByText("Nobody is waiting")).toBeVisible();
  await expect(desk.connection).toBeEmpty();
  // Until the page is loaded again.
  let newer: object = { version: "/desk/assets/index-newer.js" };
  page.on("request", (request) => {
    if (request.isNavigationRequest()) newer = {};
  });
  await page.route("**/api/desk/changes*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...newer } });
  });
  await expect(desk.connection).toContainText("new version");
  const loaded = page.waitForEvent("load");
  await desk.connection.getByRole("button", { name: "Reload" }).click();
  await loaded;
  await desk.poll();
  await expect(desk.connection).toBeEmpty();
  await expect(page.getByRole("heading", { name: "Now", exact: true })).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test.describe("a view that an open tab cannot load after a deployment", () => {
  test.use({ serviceWorkers: "allow" });

  test("is there after one reload", async ({ context, desk, listedLead: visitor, page }) => {
    let loads = 0;
    page.on("load", () => {
      loads += 1;
    });
    const deleteFiles = () =>
      page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        for (const name of await caches.keys()) await caches.delete(name);
      });
    // A new version: its service worker and the server have deleted the old version's files.
    await deleteFiles();
    const files = "**/desk/assets/figures-*.js";
    await context.route(files, (route) => route.fulfill({ status: 404 }), { times: 1 });
    await desk.goTo("Figures");
    await expect(page.getByRole("heading", { name: "Figures" })).toBeVisible();
    await expect.poll(() => desk.kept()).toContain(visitor.name);
    expect(loads).toBe(1);

    // The same version, with a missing file.
    await deleteFiles();
    await context.route("**/desk/assets/mails-*.js", (route) => route.fulfill({ status: 404 }));
    await desk.goTo("Emails");
    await expect(page.getByRole("heading", { name: "Not loaded" })).toBeVisible();
    await expect.poll(() => desk.kept()).toContain(visitor.name);
  });
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

test("a lead of another version blanks nothing", async ({ desk, openLead: visitor, stored }) => {
  const id = String((await stored())?.id);
  await overwrite(desk, "desk-leads", "leads", id, { id, name: visitor.name });
  await desk.page.reload();
  await expect(desk.lead.getByRole("heading", { name: visitor.name })).toBeVisible();
  await desk.goTo("Now");
  await expect(desk.row(visitor.name)).toBeVisible();
});
