import type { Locator, Page } from "@playwright/test";
import { uuidOfTime } from "browser/uuid-of-time.ts";
import company from "../../company.json" with { type: "json" };
import type { RunningSite } from "../running-site.ts";
import { expect, expectAccessible, relative, sendRequest, test } from "./desk-page.ts";

// An estimate of lines, written at the desk; what the customer answered to it.

const DAY_MS = 24 * 3_600_000;

test.use({ expectedConsoleErrors: /Failed to load resource/ });

/** Counts the presses of buttons, links, and fields. Typing, and Enter from a field to the next one, are none. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { taps: 0 });
    addEventListener(
      "pointerdown",
      () => Object.assign(window, { taps: Reflect.get(window, "taps") + 1 }),
      true,
    );
  });
  return () => page.evaluate(() => Reflect.get(window, "taps"));
}

const dialog = (page: Page): Locator => page.getByRole("dialog");

const offer = (lines: [string, number, string?][], more: object = {}) => ({
  kind: "offered",
  lines: lines.map(([what, cents, pick = "always"]) => ({ what, cents, pick })),
  ...more,
});

const offeredOf = async (site: RunningSite, lead: unknown) => {
  const events =
    "SELECT id, data FROM desk_events WHERE lead_id = $1 AND kind = 'offered' ORDER BY at DESC";
  return site.sql(events, [lead]);
};

/** Records what the customer does on their page, and what follows from it. */
async function answer(
  site: RunningSite,
  lead: unknown,
  act: Record<string, unknown>,
  state: string,
) {
  const { kind, ...data } = act;
  await site.sql(
    "INSERT INTO desk_events (id, at, who, lead_id, kind, data) VALUES ($1, now(), 'customer', $2, $3, $4)",
    [uuidOfTime(Date.now()), lead, kind, JSON.stringify(data)],
  );
  await site.sql(
    `UPDATE site_forms SET ${state}, next_at = now(), events = events + 1, changed_at = clock_timestamp() WHERE id = $1`,
    [lead],
  );
}

const decided = (decision: string) =>
  `estimate = estimate || '{"decision": "${decision}", "waits": true, "firstLook": "2026-11-20T15:00:00Z", "lastLook": "2026-11-20T15:00:00Z"}'`;

test("two options and an extra are written in eight taps", async ({
  desk,
  openLead: _,
  page,
  site,
  stored,
}) => {
  const taps = await countTaps(page);
  await desk.choose("Quoted", "Lines, options, extras…", "Add option");
  await page.keyboard.type("Stump cut low");
  await page.keyboard.press("Enter");
  await page.keyboard.type("150.50");
  for (const _ of ["tree", "next line"]) await page.keyboard.press("Enter");
  await page.keyboard.type("Stump ground");
  await page.keyboard.press("Enter");
  await page.keyboard.type("$1,300");
  await desk.answer("Add extra").click();
  await page.keyboard.type("Haul the chips");
  await page.keyboard.press("Enter");
  await page.keyboard.type("60");
  await page.keyboard.press("Enter");
  await page.keyboard.type("The oak at the gate");
  await expect(dialog(page).getByRole("status")).toHaveText("Total $150.50, with Option A");
  await desk.answer("Quote it").click();
  const link = dialog(page).getByRole("link", { name: "Text" });
  await expect(dialog(page)).toContainText("/contact/link/");
  await desk.press(link);
  await expect.poll(taps).toBeLessThanOrEqual(8);

  const estimate = desk.lead.getByRole("region", { name: "Estimate" });
  await expect(estimate).toContainText("Option B: Stump ground$1,300");
  await expect(estimate).toContainText("Extra: Haul the chips, The oak at the gate$60");
  await expect(estimate).toContainText("Not yet");
  await expect.poll(stored).toMatchObject({ status: "quoted", quoted: 15_050, events: 2 });
  const [recorded] = await offeredOf(site, (await stored())?.id);
  expect(recorded?.data).toMatchObject({
    lines: [
      { what: "Stump cut low", cents: 15_050, pick: "one-of" },
      { what: "Stump ground", cents: 130_000, pick: "one-of" },
      { what: "Haul the chips", cents: 6_000, pick: "optional", tree: "The oak at the gate" },
    ],
    mail: false,
  });
  const until = JSON.parse(JSON.stringify(recorded?.data)).until;
  const ahead = (Date.parse(until) - Date.now()) / DAY_MS;
  expect(ahead).toBeGreaterThan(29);
  expect(ahead).toBeLessThan(32);
});

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow" });

  test("an estimate is written, kept over a reload, and sent later", async ({
    desk,
    listedLead: visitor,
    page,
    site,
    stored,
  }) => {
    const day = new Date(Date.now() + 60 * DAY_MS).toISOString().slice(0, 10);
    await desk.goOffline();
    await page.reload();
    await desk.open(visitor.name);
    await desk.choose("Quoted", "Lines, options, extras…");
    const field = (name: string) => dialog(page).getByRole("textbox", { name });
    await field("What, line 1").fill("Remove the oak");
    await field("Amount, line 1").fill("1,850");
    await page.reload();
    await desk.choose("Quoted");
    await expect(field("What, line 1")).toHaveValue("Remove the oak");
    await desk.answer("Add extra").click();
    await field("What, line 2").fill("Haul the chips");
    await field("Amount, line 2").fill("60");
    await dialog(page)
      .getByText(/Words, days…$/)
      .click();
    const end = dialog(page).getByLabel("Valid until");
    // A year that is being typed.
    await end.fill("0002-12-24");
    await expect(dialog(page)).toContainText("Valid without end");
    await end.fill(day);
    await field("A few words to them").fill("We lower the limbs.");
    await dialog(page).getByLabel("A day for the work").fill(day);
    await dialog(page)
      .getByRole("checkbox", { name: `Email it to ${visitor.email}` })
      .check();
    await desk.answer("Quote it").click();
    await desk.answer("Not now").click();
    await expect(desk.lead.getByRole("region", { name: "Estimate" })).toContainText("Total $1,850");
    await expect(desk.connection).toContainText("One change waits to be sent.");

    await desk.setOffline(false);
    await expect.poll(stored).toMatchObject({ status: "quoted", quoted: 185_000 });
    const [recorded] = await offeredOf(site, (await stored())?.id);
    expect(recorded?.data).toMatchObject({
      lines: [{ what: "Remove the oak" }, { what: "Haul the chips", pick: "optional" }],
      words: "We lower the limbs.",
      mail: true,
    });
    const { timeZone, hours } = company;
    const { until, days } = JSON.parse(JSON.stringify(recorded?.data));
    const times = [until, ...days].map((time) =>
      new Date(time).toLocaleString("sv-SE", { timeZone }),
    );
    const opens = `${hours.opens}`.padStart(2, "0");
    expect(times).toEqual([`${day} 23:59:00`, `${day} ${opens}:00:00`]);
    const kept = await desk.kept();
    expect(kept).not.toContain(`${(await stored())?.id}/Quoted`);
  });
});

test("an estimate begins with the present one; earlier lines and the price guide are a tap away", async ({
  desk,
  openLead: _,
  page,
  site,
  stored,
  visitor,
}) => {
  const other = relative(visitor);
  await sendRequest(site, other);
  const [earlier] = await site.leadsOf(other.name);
  await desk.record(earlier?.id, new Date(), offer([["Grind the stump", 30_050]]));
  const id = (await stored())?.id;
  const now = offer([["Remove the oak", 185_000]], { words: "As agreed" });
  await desk.record(id, new Date(), now);
  await page.reload();
  await desk.choose("Quoted");
  const field = (name: string) => dialog(page).getByRole("textbox", { name });
  await expect(field("What, line 1")).toHaveValue("Remove the oak");
  await expect(field("Amount, line 1")).toHaveValue("1850");
  await desk.answer("Add line").click();
  await desk.answer("Grind the stump, $300.50").click();
  await expect(field("Amount, line 2")).toHaveValue("300.50");
  await desk.answer("Add extra").click();
  await page.keyboard.type("clean");
  await desk.answer(/^Clean-up: Basic, \$250 to \$600/).click();
  await expect(field("Amount, line 3")).toHaveAttribute("placeholder", "$250 to $600");
  await field("Amount, line 3").fill("400");
  await desk.answer("Remove line 1").click();
  await desk.answer("Add option").click();
  await desk.answer("Remove line 4").click();
  await field("What, line 3").fill("Fence off");
  await field("Amount, line 3").fill("10");
  await desk.answer("Quote it").click();
  await expect(dialog(page).getByRole("alert")).toHaveText(
    "An option needs another one to choose from.",
  );
  await dialog(page).getByRole("combobox", { name: "Kind, line 3" }).selectOption("Part of it");
  await desk.answer("Quote it").click();
  await expect.poll(stored).toMatchObject({ quoted: 31_050 });
  const [recorded] = await offeredOf(site, id);
  expect(recorded?.data).toMatchObject({
    words: "As agreed",
    lines: [
      { what: "Grind the stump" },
      { what: "Clean-up: Basic", cents: 40_000, pick: "optional" },
      { what: "Fence off" },
    ],
  });
});

test("what a customer answers is on top, and marked", async ({
  desk,
  listedLead: visitor,
  page,
  site,
}) => {
  const people = ["Acc", "Ask", "Dec"].map((name) => relative(visitor, name));
  const ids: unknown[] = [];
  const lines = offer([
    ["Remove the oak", 90_000],
    ["Cut low", 1_000, "one-of"],
    ["Ground", 30_050, "one-of"],
    ["Chips", 5_000, "optional"],
  ]);
  for (const person of people) {
    await sendRequest(site, person);
    const [lead] = await site.leadsOf(person.name);
    ids.push(lead?.id);
    await desk.record(lead?.id, new Date(), lines);
  }
  const [accepted, asked, declined] = ids;
  const offered = async (lead: unknown) => (await offeredOf(site, lead))[0]?.id;
  const day = new Date(Date.now() + 30 * DAY_MS).toISOString();
  const order = { chosen: [2, 3], total: 125_050, signed: "Robin A.", day };
  await answer(
    site,
    accepted,
    { kind: "accepted", estimate: await offered(accepted), ...order },
    `${decided("accepted")}, status = 'won', won = 125050`,
  );
  await answer(
    site,
    asked,
    { kind: "asked", estimate: await offered(asked), text: "With <b>the</b> stump?" },
    decided("asked"),
  );
  await answer(
    site,
    declined,
    { kind: "declined", estimate: await offered(declined), text: "Too dear" },
    decided("declined"),
  );
  const section = page.getByRole("region", { name: "They answered" });
  await expect(section.locator(".row")).toHaveCount(3);
  await expect(section).toContainText("Accepted $1,250.50");
  await expect(section).toContainText("Asks about the estimate");
  await expect(section).toContainText("Declined");
  await expectAccessible(page, "They answered");
  await page.emulateMedia({ colorScheme: "light" });
  const headings = page.locator(".list").getByRole("heading", { level: 2 });
  await expect(headings.first()).toContainText("They answered");

  await desk.open(people[0]?.name ?? "");
  const estimate = desk.lead.getByRole("region", { name: "Estimate" });
  await expect(estimate).toContainText("The customer accepted $1,250.50, signed “Robin A.”");
  await expect(estimate).toContainText("Total $1,250.50");
  const leftOut = estimate.locator("s");
  await expect(leftOut).toHaveText("Option A: Cut low");
  await expectAccessible(page, "an accepted estimate");
  await desk.choose("Reached");
  await page.keyboard.press("Escape");
  await desk.goTo("Now");
  await expect(section.locator(".row")).toHaveCount(2);

  await desk.open(people[1]?.name ?? "");
  await expect(estimate).toContainText(
    "The customer asks about the estimate: “With <b>the</b> stump?”",
  );
  await expect(desk.lead).toContainText(/They answered \d/);

  await desk.goTo("Figures");
  const figures = page.getByRole("figure", { name: "Estimates sent by link" });
  await expect(figures.getByRole("row", { name: "Offered" })).toContainText("3");
  await expect(figures.getByRole("row", { name: "Accepted" })).toContainText("1");
  await expect(figures.getByRole("row", { name: "Declined" })).toContainText("1");
  const out = page.getByRole("figure", { name: "Still out in quotes" });
  await expect(out).toContainText("$910");
});
