import company from "../../company.json" with { type: "json" };
import { RunningSite } from "../running-site.ts";
import { test as base, DeskPage, expect, OWNER, PARTNER, sendRequest } from "./desk-page.ts";

// A working day: two people with phones, one of them also in the office, and forty leads. In the
// evening, each lead's state follows the rule.

const HOUR_MS = 3_600_000;

const test = base.extend<{ morning: undefined; office: DeskPage }, { site: RunningSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it.
    async ({}, use) => {
      const site = await RunningSite.start({
        DESK_EMAILS: `${OWNER}, ${PARTNER}`,
        LEADS_PER_ADDRESS_PER_HOUR: "1000",
      });
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],

  // Before the first sign-in, since the desk doesn't notice changes made by SQL.
  morning: [
    async ({ site }, use) => {
      await sendFortyLeads(site);
      await use(undefined);
    },
    { auto: true },
  ],

  office: async ({ browser, site }, use) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const office = new DeskPage(await context.newPage(), site);
    await office.signIn(OWNER);
    await use(office);
    await context.close();
  },
});

test.use({ expectedConsoleErrors: /Failed to load resource/ });

const nameOf = (number: number) => `Day Oak${String(number).padStart(2, "0")}`;

/** Sends the forty leads of the morning: three emergencies, some already overdue, some due again. */
async function sendFortyLeads(site: RunningSite): Promise<void> {
  const send = (number: number) => {
    const [firstName = "", lastName = ""] = nameOf(number).split(" ");
    return sendRequest(site, {
      ...{ firstName, lastName, phone: `(404) 556-${1000 + number}` },
      email: `day.${number}@gmail.com`,
      urgency: number <= 3 ? "emergency" : "routine",
    });
  };
  await Promise.all(Array.from({ length: 40 }, (_, index) => send(index + 1)));
  const late = `now() - interval '${company.replyWithinHours + 2} hours'`;
  await site.sql(
    `UPDATE site_forms SET created_at = ${late}, next_at = ${late} WHERE full_name = ANY($1)`,
    [[4, 5, 6, 7, 8].map(nameOf)],
  );
}

/** Records quotes for five leads last week, which are due again now; three of them are on time. */
async function quoteFive(owner: DeskPage, site: RunningSite): Promise<void> {
  const quotedAt = new Date(Date.now() - 7 * 24 * HOUR_MS);
  for (const [number, hours] of Object.entries({ 9: 0.1, 10: 0.1, 11: 0.1, 12: 3, 13: 3 })) {
    const [lead] = await site.leadsOf(nameOf(Number(number)));
    const until = new Date(Date.now() - hours * HOUR_MS).toISOString();
    await owner.record(lead?.id, quotedAt, { kind: "quoted", amount: 120_000 });
    await owner.record(lead?.id, new Date(quotedAt.getTime() + 1), { kind: "put-off", until });
  }
}

test("a day by two phones and an office: each lead is where the rule says", async ({
  context,
  desk: owner,
  office,
  partner,
  site,
}) => {
  test.setTimeout(240_000);
  const lead = async (number: number) => (await site.leadsOf(nameOf(number)))[0];
  const rows = (section: string) =>
    office.page.getByRole("region", { name: section, exact: true }).locator(".row");
  await owner.signIn(OWNER);
  await quoteFive(owner, site);

  await test.step("in the morning: emergencies, then who is new, then what is late and due", async () => {
    await expect(rows("Emergencies")).toHaveCount(3);
    await expect(rows("New").first()).toHaveAttribute("data-late");
    await office.page.locator(".list").evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await expect(rows("Overdue")).toHaveCount(2);
    await expect(rows("Due")).toHaveCount(3);
    await expect(owner.page).toHaveTitle("(40) Now · Desk");
  });

  await test.step("an emergency is taken, reached, and somebody goes there", async () => {
    await owner.open(nameOf(1));
    await owner.page.getByRole("button", { name: "I’ll take it" }).click();
    await expect(partner.row(nameOf(1))).toContainText("Owner has it");
    await owner.call();
    await owner.page.getByRole("button", { name: "Yes" }).click();
    await owner.answer("Visit").click();
    await owner.page.getByRole("dialog").getByText("Another time or name…").click();
    const soon = new Date(Date.now() + 2 * HOUR_MS);
    const at = soon.toLocaleString("sv-SE", { timeZone: "America/New_York" }).replace(" ", "T");
    await owner.page.getByLabel("Date and time").fill(at.slice(0, 16));
    await owner.answer("Set the visit").click();
    await expect(rows("Emergencies")).toHaveCount(2);
  });

  await test.step("nobody answers: the emergency stays until somebody is reached", async () => {
    await partner.open(nameOf(2));
    await partner.call();
    await partner.page.getByRole("button", { name: "No answer" }).click();
    await partner.answer(/in 30 minutes/).click();
    await partner.goTo("Now");
    await partner.open(nameOf(3));
    await partner.call();
    await partner.page.getByRole("button", { name: "Yes" }).click();
    await partner.answer("Won").click();
    await partner.page.getByRole("textbox", { name: "Amount" }).fill("2,400");
    await partner.answer("Won").click();
    await expect(rows("Emergencies")).toHaveCount(1);
  });

  await test.step("the office asks again after quotes", async () => {
    await office.open(nameOf(9));
    await office.choose("Lost", "Went elsewhere");
    await office.open(nameOf(10));
    await office.choose(/in a week/);
    await office.open(nameOf(11));
    await office.choose("Won");
    await expect(office.page.getByRole("textbox", { name: "Amount" })).toHaveValue("1200");
    await office.answer("Won").click();
    await office.finish();
  });

  await test.step("a note among trees, without a network", async () => {
    await owner.goTo("Now");
    await expect(owner.row(nameOf(4))).toBeVisible();
    await context.setOffline(true);
    await owner.open(nameOf(4));
    await owner.saveNote("Two limbs over the swing");
    await owner.call();
    await owner.page.getByRole("button", { name: "No answer" }).click();
    await owner.answer(/in a week/).click();
    await expect(owner.page.locator(".connection")).toContainText("2 changes wait to be sent.");
    expect((await lead(4))?.note).toBe("");
    await context.setOffline(false);
    await expect.poll(async () => (await lead(4))?.note).toBe("Two limbs over the swing");
  });

  await test.step("in the evening each lead is where the rule says", async () => {
    await expect.poll(() => lead(1)).toMatchObject({ status: "called", taken_by: OWNER });
    const visited = await lead(1);
    expect(visited?.next_at).toEqual(visited?.visit_at);
    await expect.poll(() => lead(2)).toMatchObject({ status: "no-answer", answered_at: null });
    const retried = (Date.parse(String((await lead(2))?.next_at)) - Date.now()) / HOUR_MS;
    expect(retried).toBeLessThan(0.5);
    await expect.poll(() => lead(3)).toMatchObject({ status: "won", won: 240_000 });
    await expect
      .poll(() => lead(9))
      .toMatchObject({ status: "lost", lost_reason: "elsewhere", next_at: null });
    await expect.poll(() => lead(10)).toMatchObject({ status: "quoted", quoted: 120_000 });
    await expect.poll(() => lead(11)).toMatchObject({ status: "won", won: 120_000, next_at: null });
    await expect.poll(() => lead(4)).toMatchObject({ status: "no-answer" });

    // 40 minus two emergencies, three quotes, and one who didn't answer.
    await expect(office.page).toHaveTitle("(34) Lead · Desk");
    await office.goTo("Later");
    for (const number of [3, 4, 10]) await expect(office.row(nameOf(number))).toBeVisible();
    await office.page.getByRole("link", { name: "Done" }).click();
    await expect(office.row(nameOf(9))).toContainText("Lost");
    await expect(office.row(nameOf(11))).toContainText("Won, $1,200");
    await office.goTo("Now");
    await expect(rows("Emergencies")).toHaveCount(1);
    await recount(site);
  });
});

/** Checks the numbers of events and the lists with SQL. */
async function recount(site: RunningSite): Promise<void> {
  const lost = await site.sql(
    `SELECT full_name FROM site_forms WHERE events <> (
       SELECT count(*) FROM desk_events WHERE lead_id = site_forms.id AND kind <> 'read')`,
  );
  expect(lost).toEqual([]);
  const [lists] = await site.sql(
    `SELECT count(*) FILTER (WHERE next_at <= now() OR emergency AND status IN ('new', 'no-answer'))::int AS now,
       count(*) FILTER (WHERE next_at IS NULL)::int AS done, count(*)::int AS all
     FROM site_forms`,
  );
  expect(lists).toEqual({ now: 34, done: 2, all: 40 });
}
