import type { Page } from "@playwright/test";
import { offer as copy } from "../../app/src/routes/contact/sent/content.ts";
import company from "../../company.json" with { type: "json" };
import { expectNoViolation } from "../axe.ts";
import { expect, sendRequest, test } from "../desk/desk-page.ts";
import { expectPolicy } from "../site/content-security-policy.ts";
import { translate } from "../translate.ts";

// The customer reads an estimate by their link, and decides about it.

const DAY_MS = 24 * 3_600_000;

const tomorrow = new Date(Date.now() + DAY_MS).toISOString();

/** Two options, an extra, and what is always done. */
const estimate = {
  kind: "offered",
  lines: [
    { what: "Remove the oak", tree: "Over the garage", cents: 310_050, pick: "one-of" },
    { what: "Prune the oak", tree: "Over the garage", cents: 124_000, pick: "one-of" },
    { what: "Grind the stump", cents: 35_000, pick: "optional" },
    { what: "Haul it away", cents: 28_000, pick: "always" },
  ],
  words: "Both ways are safe.\nEli",
  until: new Date(Date.now() + 14 * DAY_MS).toISOString(),
  days: [tomorrow, new Date(Date.now() + 2 * DAY_MS).toISOString()],
  mail: false,
};

interface Fixtures {
  /** Gives the customer an estimate; returns the path of their link. */
  offered: (changes?: object) => Promise<string>;
  /** Returns what the customer did. */
  acts: () => Promise<unknown[]>;
}

const it = test.extend<Fixtures>({
  offered: async ({ desk, site, stored, visitor }, use) => {
    await sendRequest(site, visitor);
    await desk.signIn();
    await use(async (changes) => {
      const id = (await stored())?.id;
      await desk.record(id, new Date(), { ...estimate, ...changes });
      const lead = await desk.page.request.get(`${site.url}/api/desk/leads/${id}`);
      return new URL((await lead.json()).lead.link).pathname;
    });
  },

  acts: async ({ site, stored }, use) => {
    const events = "SELECT kind, data FROM desk_events WHERE lead_id = $1 AND who = 'customer'";
    await use(async () => site.sql(`${events} ORDER BY at`, [(await stored())?.id]));
  },
});

const total = (page: Page) => page.locator("#offer output");

const yes = (page: Page) => page.getByRole("button", { name: copy.yes });

for (const how of ["in another language", "by keyboard", "without JavaScript"]) {
  const javaScriptEnabled = how !== "without JavaScript";
  it(`an estimate is changed and accepted ${how}`, async ({
    acts,
    browser,
    offered,
    site,
    stored,
  }) => {
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(await offered());
    await expect(total(page)).toHaveText("$3,380.50");
    if (how === "in another language") await page.evaluate(translate);
    // A program that opens every link is nobody who looks.
    await expect.poll(acts).toEqual([]);

    if (how === "by keyboard") {
      const looked = page.waitForResponse("**/contact/estimate");
      await page.getByRole("radio", { name: "Remove the oak" }).focus();
      for (const key of ["ArrowDown", "Tab", "Space"]) await page.keyboard.press(key);
      expect((await looked).status()).toBe(303);
      await expect(total(page)).toHaveText("$1,870.00");
      for (const key of ["Tab", "ArrowDown", "Tab"]) await page.keyboard.press(key);
      await page.keyboard.type("Robin Alder");
      await page.keyboard.press("Tab");
      await expect(yes(page)).toBeFocused();
      await page.keyboard.press("Enter");
    } else {
      await page.getByText("Prune the oak").click();
      await page.getByText("Grind the stump").click();
      await page.locator("[name=day]").nth(1).check();
      if (!javaScriptEnabled) await page.getByRole("button", { name: copy.recount }).click();
      await expect(total(page)).toHaveText("$1,870.00");
      await expect(page.locator("[name=day]").nth(1)).toBeChecked();
      await page.locator("[name=signed]").fill("Robin Alder");
      await page.locator("[value=yes]").click();
    }
    await expect(page.locator("#offer")).toContainText(copy.accepted);
    await expect(page.locator("#offer")).toContainText(`${copy.signed} Robin Alder, `);
    await expect(total(page)).toHaveText("$1,870.00");
    await expect(page.locator("#offer").getByText("Remove the oak")).toHaveCount(0);
    await expect(page.locator("#offer :is(input, button, textarea)")).toHaveCount(0);
    const chosen = { chosen: [1, 2], total: 187_000, signed: "Robin Alder" };
    await expect.poll(acts).toMatchObject([{ kind: "looked" }, { kind: "accepted", data: chosen }]);
    await expect.poll(stored).toMatchObject({ status: "won", won: 187_000 });
    await context.close();
  });
}

it("what was ticked without JavaScript is ordered once its total was seen", async ({
  acts,
  browser,
  offered,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(await offered());
  for (const pressed of [1, 2]) {
    if (pressed === 1) await page.getByText("Grind the stump").click();
    await page.getByLabel(copy.name).fill("Robin Alder");
    await yes(page).click();
    await expect(page.locator("#offer [role=alert]")).toHaveCount(pressed === 1 ? 1 : 0);
    await expect(total(page)).toHaveText("$3,730.50");
  }
  await expect.poll(acts).toMatchObject([{ kind: "looked" }, { kind: "accepted" }]);
  await context.close();
});

it("an open page follows a new estimate, and one that is replaced is not accepted", async ({
  browser,
  offered,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(await offered());
  const lines = [{ what: "Remove the oak", cents: 200_000, pick: "always" }];
  await offered({ lines, days: [] });
  await page.getByLabel(copy.name).fill("Robin Alder");
  await yes(page).click();
  await expect(page.getByRole("alert")).toContainText("Our estimate has changed");
  await expect(total(page)).toHaveText("$2,000.00");
  await offered();
  await page.clock.fastForward(45_000);
  await expect(total(page)).toHaveText("$3,380.50");
  await page.getByText("Grind the stump").click();
  await expect(total(page)).toHaveText("$3,730.50");
  await context.close();
});

it("a customer asks, and declines", async ({ acts, browser, offered, site }) => {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  expectPolicy(await page.goto(await offered()));
  await page.getByText(copy.ask).click();
  await page.getByLabel(copy.question).fill("Is the stump in it?");
  await expectNoViolation(page);
  await page.getByRole("button", { name: copy.send, exact: true }).click();
  await expect(page.getByText(copy.asked)).toBeVisible();
  await page.getByText(copy.no, { exact: true }).click();
  await page.getByRole("button", { name: copy.decline }).click();
  await expect(page.getByText(copy.declined)).toBeVisible();
  await expectNoViolation(page);
  await expect
    .poll(acts)
    .toMatchObject([
      { kind: "looked" },
      { kind: "asked", data: { text: "Is the stump in it?" } },
      { kind: "declined" },
    ]);
  await context.close();
});

it("twenty long lines stay in their room at any size of text, and on one sheet", async ({
  browser,
  offered,
  site,
}) => {
  const line = {
    what: "Take down the white oak over the garage",
    tree: "White oak",
    cents: 2_100_000,
  };
  const lines = Array.from({ length: 20 }, (_, place) => ({
    ...line,
    pick: ["one-of", "optional", "always"][place % 3],
  }));
  const word = { ...line, what: "Llanfairpwllgwyngyll".repeat(10), pick: "always" };
  for (const changes of [{}, { lines: [word] }, { lines }]) {
    const context = await browser.newContext({ baseURL: site.url });
    const page = await context.newPage();
    await page.goto(await offered(changes));
    await expectNoViolation(page);
    for (const [width, size] of [
      [320, ""],
      [390, "200%"],
      [768, ""],
      [1440, ""],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      const scrollWidth = await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
        return document.documentElement.scrollWidth;
      }, size);
      expect(scrollWidth, `at ${width} px ${size}`).toBe(width);
    }
    for (const format of ["A4", "Letter"]) {
      const margin = { top: "1cm", right: "1cm", bottom: "1cm", left: "1cm" };
      const pdf = (await page.pdf({ format, margin })).toString("latin1");
      expect(pdf.match(/\/Type \/Page\b/g), format).toHaveLength(1);
    }
    await context.close();
  }
});

it("it is readable in the dark, and what it says is a person's text", async ({
  browser,
  offered,
  site,
}) => {
  const html = '<script>document.title = "taken"</script><b>&amp;"\'';
  const lines = [{ what: html, tree: `\u202e${html}`, cents: 1, pick: "optional" }];
  const path = await offered({ lines, words: html.repeat(10) });
  const context = await browser.newContext({ baseURL: site.url, colorScheme: "dark" });
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.locator("#offer li")).toContainText(html);
  await expectNoViolation(page);
  await expect(page).not.toHaveTitle("taken");
  await page.getByText(html).first().click();
  await page.getByLabel(copy.name).fill(html);
  await yes(page).click();
  await expect(page.locator("#offer")).toContainText(`${copy.signed} ${html}, `);
  await expectNoViolation(page);
  await context.close();
});

it("the day that was chosen is an appointment", async ({ browser, offered, site }) => {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await page.goto(await offered());
  await page.locator("[name=day]").nth(1).check();
  await page.getByLabel(copy.name).fill("Robin Alder");
  await yes(page).click();
  const { timeZone } = company;
  const day = new Date(tomorrow).toLocaleDateString("en-US", { timeZone, weekday: "long" });
  await expect(page.locator("#offer")).toContainText(`${copy.begins} ${day}, `);
  await expect(page.locator("#confirmation h1")).toBeVisible();
  const appointments = () => site.sql("SELECT data FROM appointments");
  await expect.poll(appointments).toMatchObject([{ data: { purpose: "work", answer: "agreed" } }]);
  await context.close();
});
