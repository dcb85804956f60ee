import type { Locator, Page } from "@playwright/test";
import { translate } from "../translate.ts";
import {
  appointed,
  expect,
  expectAccessible,
  OWNER,
  relative,
  sendRequest,
  test,
} from "./desk-page.ts";

const DAY_MS = 24 * 3_600_000;

const LONG = `https://photos.example.com/${"a-very-long-address-of-an-album/".repeat(8)}`;

const heightOf = async (element: Locator) => (await element.boundingBox())?.height;

/** Returns the elements that reach beyond the right edge of the screen. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("#desk *")]
      // A table of figures scrolls horizontally.
      .filter((element) => !element.closest(".sr-only, .overflow-x-auto"))
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map(({ tagName, className }) => `${tagName} ${className}`),
  );

test.describe("every view", () => {
  test.use({ expectedConsoleErrors: /status of 401|INTERNET_DISCONNECTED/ });

  test("passes axe, and has room for large text", async ({ desk, page, site, visitor }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const asked = { ...visitor, message: `See ${LONG}`, address: "Oak".repeat(60) };
    await sendRequest(site, { ...asked, urgency: "emergency" });
    await sendRequest(site, { ...visitor, phone: "404-555-0124", website: "https://example.org" });
    const devTools = await page.context().newCDPSession(page);
    const setTextSize = (size: number) =>
      devTools.send("Page.setFontSizes", { fontSizes: { standard: size, fixed: size } });
    const expectRoom = async (where: string) => {
      for (const size of [32, 24, 16]) {
        await setTextSize(size);
        await expect.poll(() => tooWide(page), `${where} at ${size} px`).toEqual([]);
      }
    };
    const look = async (where: string) => {
      await expectRoom(where);
      await expectAccessible(page, where);
    };
    await page.goto("/desk");
    await page.getByRole("textbox", { name: "Your email address" }).fill("nobody@example.com");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await look("a code");
    await page.goto(`/desk${await desk.link(OWNER)}`);
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    await look("a link");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(desk.row(visitor.name)).toBeVisible();
    await look("Now");
    await setTextSize(32);
    const heading = page.getByRole("heading", { name: "Emergencies" });
    await expect.poll(() => heightOf(heading)).toBeLessThan(32 * 3);
    await desk.open(visitor.name);
    const link = desk.lead.getByRole("link", { name: /photos\.example\.com/ });
    await expect(link).toHaveAttribute("href", LONG);
    await page.getByRole("button", { name: "What next" }).click();
    await page.getByRole("dialog").getByText("Another time…").click();
    await expectRoom("What next?");
    await page.keyboard.press("Escape");
    await desk.choose("Won");
    await expectRoom("Won");
    await page.keyboard.press("Escape");
    await desk.choose("Visit");
    await look("Visit");
    await page.keyboard.press("Escape");
    await desk.choose("Quoted", "Lines, options, extras…", "Add option", "Add extra");
    await page.getByRole("dialog").getByText("Words, days…").click();
    await look("an estimate");
    await page.keyboard.press("Escape");
    await desk.stopClock();
    await desk.choose("The price");
    // A notice that has the focus stays.
    await desk.toast.getByRole("button", { name: "Undo" }).focus();
    await page.clock.resume();
    await look("a lost lead");
    await desk.goTo("Search");
    await page.getByRole("searchbox").fill(visitor.name);
    await expect(desk.row(visitor.name).first()).toBeVisible();
    await look("Search");
    for (const view of ["More", "Later", "Enter a caller", "Visits", "Spam?", "You", "Figures"]) {
      await desk.goTo(view);
      await expect(page.getByRole("heading", { level: 1, name: view })).toBeVisible();
      await look(view);
    }
    await page.getByText("Numbers by week").click();
    await expect(page.getByRole("cell").first()).toBeVisible();
    await look("the numbers by week");
    const lead = (await site.leadsOf(visitor.name)).find(({ status }) => status === "lost");
    for (const days of [-2, 0, 2]) {
      const from = Date.now() + days * DAY_MS + 60_000;
      await desk.record(lead?.id, new Date(), appointed(from, days === 0 ? "Ben" : "Owner"));
    }
    await page.goto("/desk#visits");
    await expect(page.getByRole("region", { name: "Been there?" })).toBeVisible();
    await look("a crew's visits");
    await page.getByText("The days and crews").click();
    await expect(page.getByRole("columnheader", { name: "Ben" })).toBeVisible();
    await look("a week of visits");
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const view of ["now", "visits"]) {
      await page.goto(`/desk#${view}`);
      await expect(page.getByRole("region", { name: "Ben" })).toBeVisible();
      await expectAccessible(page, `the day's crews beside ${view}`);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    const lines = [{ what: "Oak".repeat(60), cents: 123_456_789, pick: "always" }];
    await desk.record(lead?.id, new Date(), { kind: "offered", lines, days: [new Date()] });
    await page.goto(`/desk#lead/${lead?.id}`);
    await expect(desk.lead.getByRole("region", { name: "Estimate" })).toBeVisible();
    await look("the estimate of a lead");
    const reached = "answered_at = created_at, calls = ARRAY[created_at], source = 'form'";
    const cold = `quoted_at = now() - interval '1 month', ${reached}`;
    await site.sql(`UPDATE site_forms SET ${cold} WHERE id = $1`, [lead?.id]);
    await page.goto("/desk#figures/4");
    const largest = page.getByRole("region", { name: "Going cold, the largest first" });
    // The document contains only the rows near the screen.
    await largest.scrollIntoViewIfNeeded();
    await expect(largest.getByRole("link", { name: visitor.name, exact: true })).toBeVisible();
    await look("the figures of a cold estimate");
  });

  test("works while a browser translates it", async ({ desk, openLead: _, page, stored }) => {
    const id = (await stored())?.id;
    // Each response meets a page that has been translated since it was asked for.
    await page.route(/\/api\/desk\/(?!changes)/, async (route) => {
      const response = await route.fetch();
      await page.evaluate(translate);
      await route.fulfill({ response });
    });
    const lists = [
      "visits",
      "tell",
      "rain",
      "later",
      "done",
      "search/Robin",
      "more",
      "spam",
      "mails",
      "account",
    ];
    const waiting = /Counting…|Reading the list…|Looking…|Searching…|One moment…/;
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(translate);
      await desk.note.fill("Gate code 4711");
      for (const view of ["enter", ...lists, "figures/4", "figures/52", `person/${id}`, "now"]) {
        await page.evaluate((view) => location.assign(`#${view}`), view);
        await expect(page.locator("#desk")).not.toContainText(waiting);
        await page.evaluate(translate);
      }
      await desk.setOffline(true);
      await expect(desk.connection).toContainText("No connection");
      await page.evaluate(translate);
      await desk.setOffline(false);
      await expect(desk.connection).toBeEmpty();
      await page.evaluate((id) => location.assign(`#lead/${id}`), id);
      await expect(desk.note).toHaveValue("Gate code 4711");
      await page.getByRole("button", { name: "Save note" }).click();
      await expect(desk.history).toContainText("Gate code 4711");
    }
    await expect.poll(stored).toMatchObject({ note: "Gate code 4711\n\nGate code 4711" });
  });
});

test("text that Android enlarges leaves Call a word", async ({ openLead: _, page }) => {
  const actions = page.locator(".actions");
  // Media queries don't notice the text size.
  await actions.evaluate((bar) => {
    const texts = [bar, ...bar.querySelectorAll<HTMLElement>("*")] as HTMLElement[];
    const sizes = texts.map((text) => Number.parseFloat(getComputedStyle(text).fontSize));
    for (const [index, text] of texts.entries())
      text.style.fontSize = `${2 * (sizes[index] ?? 0)}px`;
  });
  const call = actions.getByText("Call", { exact: true });
  await expect.poll(() => heightOf(call)).toBeLessThan(2 * 40);
  const overflow = await call.evaluate((link) => link.scrollWidth - link.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  const wide = await tooWide(page);
  expect(wide).toEqual([]);
});

test("forced colors show what is current and late", async ({ desk, page, site, visitor }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const [urgent, late] = [relative(visitor, "Urgent"), relative(visitor, "Late")];
  await sendRequest(site, visitor);
  await sendRequest(site, { ...urgent, urgency: "emergency" });
  await sendRequest(site, late);
  const twoDaysAgo = "created_at = now() - interval '2 days', next_at = now() - interval '2 days'";
  await site.sql(`UPDATE site_forms SET ${twoDaysAgo} WHERE full_name = $1`, [late.name]);
  await desk.signIn();
  await expect(desk.row(late.name)).toHaveCSS("border-left-width", "8px");
  await expect(desk.row(urgent.name)).toHaveCSS("border-left-width", "16px");
  const due = page.getByRole("region", { name: "New", exact: true }).locator(".row");
  await expect(due.last()).toHaveCSS("border-left-width", "0px");
  const color = await page.evaluate(() => getComputedStyle(document.body).color);
  await expect(desk.row(urgent.name)).toHaveCSS("background-color", color);
  const tab = page.getByRole("navigation", { name: "Desk" }).getByRole("link", { name: "Now" });
  await expect(tab).toHaveCSS("outline-style", "solid");
  await desk.goTo("Figures");
  const label = page.getByRole("figure", { name: "Leads" }).locator("text").first();
  await expect(label).toHaveCSS("fill", color);
});

test("on its side, a phone shows three leads", async ({ desk, page, site, visitor }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  for (const person of [visitor, relative(visitor), relative(visitor, "Robert")]) {
    await sendRequest(site, person);
  }
  await desk.signIn();
  const third = page.locator(".list .row").nth(2);
  await expect(third).toBeInViewport({ ratio: 1 });
});

test("at 480 px nothing stands under the bar", async ({ desk, openLead: _, page }) => {
  await page.setViewportSize({ width: 390, height: 480 });
  await desk.note.fill("Gate code");
  const save = page.getByRole("button", { name: "Save note" });
  await save.focus();
  const overlap = async () => {
    const bar = await page.locator(".actions").boundingBox();
    const button = await save.boundingBox();
    return (button?.y ?? 0) + (button?.height ?? 0) - (bar?.y ?? 0);
  };
  await expect.poll(overlap).toBeLessThanOrEqual(0);
});

test("Escape goes back from a lead to its row", async ({ desk, openLead: visitor, page }) => {
  await expect(desk.lead.getByRole("heading", { level: 1 })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: visitor.name, exact: true })).toBeFocused();
});

test("a wide screen has the day's visits", async ({ desk, openLead: visitor, page, stored }) => {
  await desk.record((await stored())?.id, new Date(), appointed(Date.now() + DAY_MS, "Ben"));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  const visits = page.getByRole("region", { name: /^Visits/ });
  await expect(visits.getByRole("listitem")).toContainText(visitor.name);
  await expect(visits).toContainText("Ben");
  await expect(page.locator(".lead-pane").getByRole("heading", { level: 1 })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(visits).toHaveCount(0);
  await expect(desk.lead.getByRole("region", { name: "Appointments" })).toBeVisible();
  // Without a lead, the day has the room of both panes.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await visits.boundingBox())?.width).toBeGreaterThan(800);
});

test("a notice covers nothing", async ({ desk, openLead: _, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const expectInOrder = async (...elements: Locator[]) => {
    const boxes = await Promise.all(elements.map((element) => element.boundingBox()));
    for (const [index, { y = 0, height = 0 } = {}] of boxes.map((box) => box ?? {}).entries()) {
      expect(y + height).toBeLessThanOrEqual((boxes[index + 1]?.y ?? y + height) + 1);
    }
  };
  await desk.stopClock();
  await page.getByRole("button", { name: "I’ll take it" }).click();
  const actions = page.locator(".actions");
  await expectInOrder(page.locator(":has(> .lead)"), desk.toast, desk.note, actions);
  await page.keyboard.press("Escape");
  const tabs = page.getByRole("navigation", { name: "Desk" });
  await expectInOrder(page.locator(".list"), desk.toast, tabs);
});

test("the likely next act is emphasized", async ({ desk, openLead: _, page, stored }) => {
  const emphasized = page
    .getByRole("dialog")
    .locator(".button[data-strong]")
    .filter({ visible: true });
  const expectLikely = async (...names: RegExp[]) => {
    await page.getByRole("button", { name: "What next" }).click();
    await expect(emphasized).toHaveText(names);
  };
  await expectLikely(/^Call/);
  await desk.answer("No answer").click();
  await expect.poll(stored).toMatchObject({ status: "no-answer" });
  await expectLikely(/^Call/);
  await desk.answer("Reached").click();
  await expect(emphasized).toHaveText(["Quoted", "Visit"]);
  await desk.answer("Quoted").click();
  await desk.answer("Quoted").click();
  await expectLikely(/^Won$/);
  await page.keyboard.press("Escape");
  // Two clicks postpone the lead to a business day.
  await page.getByRole("button", { name: "What next" }).click();
  await desk.answer(/in a week/).click();
  await expect
    .poll(async () => new Date(String((await stored())?.next_at)).getTime())
    .toBeGreaterThan(Date.now() + 6 * 24 * 3_600_000);
});

test("the keyboard records a call and a visit", async ({ desk, openLead: _, page, stored }) => {
  const press = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  await press("What next");
  await press("Reached");
  await press("Quoted");
  await page.keyboard.type("1650");
  await page.keyboard.press("Enter");
  const whatNext = page.getByRole("button", { name: "What next" });
  await expect(whatNext).toBeFocused();
  await press("What next");
  await press("Visit");
  await page.getByRole("dialog").locator("[aria-pressed]").first().focus();
  await page.keyboard.press("Enter");
  await press("Set the visit");
  await expect(whatNext).toBeFocused();
  await desk.note.focus();
  await page.keyboard.type("Gate code 4711");
  await press("Save note");
  await expect(desk.note).toBeFocused();
  await expect.poll(stored).toMatchObject({
    status: "quoted",
    quoted: 165_000,
    note: "Gate code 4711",
    visit_by: "Owner",
  });
});

test("the focus follows a view", async ({ desk, openLead: _, page }) => {
  const focused = page.locator(":focus");
  const press = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).last().focus();
    await page.keyboard.press("Enter");
  };
  const heading = desk.lead.getByRole("heading", { level: 1 });
  await desk.stopClock();
  await press("I’ll take it");
  for (const button of ["Undo", "Close"]) {
    await press(button);
    await expect(heading).toBeFocused();
  }
  await page.clock.resume();
  await desk.call();
  await press("I didn’t call");
  await expect(heading).toBeFocused();
  await desk.goTo("Figures");
  await expect(focused).toHaveText("Figures");
  await page.goBack();
  await expect(focused).toHaveText("More");
  await expect(page).toHaveTitle(/More · Desk$/);
  await desk.goTo("Visits");
  await expect(focused).toHaveText("Visits");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/#now$/);
  await expect(focused).toHaveText("Now");
});

test("ten thousand leads are a few elements", async ({ desk, page, site, visitor }) => {
  await sendRequest(site, visitor);
  // Dated before today, since the polling would load new leads.
  await site.sql(
    `INSERT INTO site_forms (site_name, full_name, phone, email, message, details, created_at, next_at)
     SELECT site_name, 'Many ' || n, '(404) ' || (5580000 + n), n || '@gmail.com', message, details,
       created_at - n * interval '1 minute', next_at - n * interval '1 minute'
     FROM site_forms, generate_series(1, 10000) AS n WHERE full_name = $1`,
    [visitor.name],
  );
  await desk.signIn();
  const list = page.locator(".list");
  await expect(page.locator(".row").first()).toBeVisible();
  for (let round = 0; round < 5; round += 1) {
    const size = async () => {
      await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return Number(await list.locator("li").last().getAttribute("aria-setsize"));
    };
    const before = await size();
    await expect.poll(size).toBeGreaterThan(before);
  }
  await expect.poll(() => page.locator(".row").count()).toBeLessThan(60);
});
