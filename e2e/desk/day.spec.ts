import company from "../../company.json" with { type: "json" };
import { RunningSite } from "../running-site.ts";
import { test as base, DeskPage, expect, OWNER, PARTNER, sendRequest } from "./desk-page.ts";

// A day of the company: two people with phones, one of them in the office too, and forty leads. In the
// evening each lead is where the rule says.

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

  // Before anybody looks: the desk does not hear of what is changed behind its back.
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

/** The forty leads of the morning: three emergencies, some too late already, some to be asked again. */
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
  const set = (names: number[], columns: string) =>
    site.sql(`UPDATE site_forms SET ${columns} WHERE full_name = ANY($1)`, [names.map(nameOf)]);
  const late = `now() - interval '${company.replyWithinHours + 2} hours'`;
  await set([4, 5, 6, 7, 8], `created_at = ${late}, next_at = ${late}`);
  const asked = "status = 'quoted', quoted = 1200, answered_at = now() - interval '3 days'";
  await set([9, 10, 11], `${asked}, next_at = now() - interval '10 minutes'`);
  await set([12, 13], `${asked}, next_at = now() - interval '3 hours'`);
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

  await test.step("in the morning: emergencies, then what is late, then what is due", async () => {
    await expect(rows("Emergencies")).toHaveCount(3);
    await expect(rows("Overdue")).toHaveCount(7);
    await expect(rows("Overdue").first()).toHaveAttribute("data-late");
    await expect(rows("Due").first()).toBeVisible();
    await expect(owner.page).toHaveTitle("(40) Now · Desk");
  });

  await test.step("an emergency is taken, reached, and somebody goes there", async () => {
    await owner.open(nameOf(1));
    await owner.page.getByRole("button", { name: "I’ll take it" }).click();
    await expect(partner.row(nameOf(1))).toContainText("Owner has it");
    await owner.call();
    await owner.page.getByRole("button", { name: "Yes" }).click();
    await owner.answer("Visit").click();
    const soon = new Date(Date.now() + 2 * HOUR_MS);
    const at = soon.toLocaleString("sv-SE", { timeZone: "America/New_York" }).replace(" ", "T");
    await owner.page.getByLabel("Date and time").fill(at.slice(0, 16));
    await owner.answer("Set the visit").click();
    await expect(rows("Emergencies")).toHaveCount(2);
  });

  await test.step("nobody answers: the emergency comes back in two hours", async () => {
    await partner.open(nameOf(2));
    await partner.call();
    await partner.page.getByRole("button", { name: "No answer" }).click();
    await partner.answer("In two hours").click();
    await partner.goTo("Now");
    await partner.open(nameOf(3));
    await partner.call();
    await partner.page.getByRole("button", { name: "Yes" }).click();
    await partner.answer("Won").click();
    await partner.page.getByRole("textbox", { name: "Amount" }).fill("2,400");
    await partner.answer("Won").click();
    await expect(office.page.getByRole("region", { name: "Emergencies" })).toHaveCount(0);
  });

  await test.step("the office asks again after quotes", async () => {
    await office.open(nameOf(9));
    await office.choose("Lost", "Went elsewhere");
    await office.open(nameOf(10));
    await office.choose("Later");
    await office.answer("In three days").click();
    await office.open(nameOf(11));
    await office.choose("Won");
    await expect(office.page.getByRole("textbox", { name: "Amount" })).toHaveValue("1200");
    await office.answer("Won").click();
    await office.choose("Done: nothing more to do");
  });

  await test.step("a note among trees, without a network", async () => {
    await owner.goTo("Now");
    await expect(owner.row(nameOf(4))).toBeVisible();
    await context.setOffline(true);
    await owner.open(nameOf(4));
    await owner.saveNote("Two limbs over the swing");
    await owner.call();
    await owner.page.getByRole("button", { name: "No answer" }).click();
    await owner.answer(/morning/).click();
    await expect(owner.page.locator(".connection")).toContainText("2 changes wait to be sent.");
    expect((await lead(4))?.note).toBe("");
    await context.setOffline(false);
    await expect.poll(async () => (await lead(4))?.note).toBe("Two limbs over the swing");
  });

  await test.step("in the evening each lead is where the rule says", async () => {
    const in2Hours = (time: unknown) => (Date.parse(String(time)) - Date.now()) / HOUR_MS;
    await expect.poll(() => lead(1)).toMatchObject({ status: "called", taken_by: OWNER });
    const visited = await lead(1);
    expect(visited?.next_at).toEqual(visited?.visit_at);
    await expect.poll(() => lead(2)).toMatchObject({ status: "no-answer", answered_at: null });
    expect(in2Hours((await lead(2))?.next_at)).toBeCloseTo(2, 0);
    await expect.poll(() => lead(3)).toMatchObject({ status: "won", won: 2400 });
    await expect
      .poll(() => lead(9))
      .toMatchObject({ status: "lost", lost_reason: "elsewhere", next_at: null });
    await expect.poll(() => lead(10)).toMatchObject({ status: "quoted", quoted: 1200 });
    await expect.poll(() => lead(11)).toMatchObject({ status: "won", won: 1200, next_at: null });
    await expect.poll(() => lead(4)).toMatchObject({ status: "no-answer" });

    // 40 without the three emergencies, the three quotes and the one who did not answer.
    await expect(office.page).toHaveTitle("(33) Lead · Desk");
    await office.goTo("Later");
    for (const number of [3, 4, 10]) await expect(office.row(nameOf(number))).toBeVisible();
    await office.page.getByRole("link", { name: "Done" }).click();
    await expect(office.row(nameOf(9))).toContainText("Lost");
    await expect(office.row(nameOf(11))).toContainText("Won, $1,200");
    await office.goTo("Now");
    await expect(rows("Overdue")).toHaveCount(6);
  });
});
