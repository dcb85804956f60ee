import { randomUUID } from "node:crypto";
import { answers, steps, visit, whoCalls } from "../../app/src/routes/contact/sent/content.ts";
import company from "../../company.json" with { type: "json" };
import { expectNoViolation } from "../axe.ts";
import { EstimatePage, ordinaryAnswers } from "../estimate/estimate-page.ts";
import { translate } from "../translate.ts";
import { expect, PARTNER, sendRequest, test } from "./desk-page.ts";

// The visitor's confirmation shows the progress that is recorded at the desk.

const PAUSE_MS = 45_000;
const DAY_MS = 24 * 3_600_000;
const { timeZone } = company;

test("the confirmation follows the desk", async ({ browser, desk, site, stored, visitor }) => {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await page.clock.install();
  const estimate = new EstimatePage(page);
  await estimate.open();
  const { firstName, lastName, phone, email } = visitor;
  await estimate.fill({ ...ordinaryAnswers, firstName, lastName, phone, email });
  await estimate.send();
  await expect(estimate.success).toBeVisible();
  const progress = page.locator("#confirmation");
  const promise = page.getByText(whoCalls);
  await expect(progress).not.toContainText("read this");
  await page.evaluate(translate);

  await desk.signIn(PARTNER);
  await desk.open(visitor.name);
  await expect(desk.page.getByRole("region", { name: "History" })).toContainText("Opened");
  await page.clock.fastForward(PAUSE_MS);
  // At midnight, it was read yesterday.
  const read = /Partner read this (yesterday )?at \d+(:\d\d)? [AP]M/;
  await expect(progress).toContainText(read);
  await expect(promise).toBeVisible();

  // What a translation wrote stays where there is no news.
  await expect(progress).toContainText(`·${whoCalls}`);

  // While the server is unreachable, the page keeps its text and checks again later.
  await context.route("**/contact?sent", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await page.clock.fastForward(PAUSE_MS);
  await failed;
  await expect(progress).toContainText(read);
  await context.unrouteAll();

  await desk.choose("Visit");
  // So far ahead that the page names the date, and not how many days it is away.
  const at = new Date(Date.now() + 30 * DAY_MS);
  const [day] = at.toLocaleString("sv-SE", { timeZone }).split(" ");
  const date = { weekday: "long", month: "long", day: "numeric" } as const;
  const shown = at.toLocaleDateString("en-US", { timeZone, ...date });
  await desk.page.getByRole("dialog").getByText("Another time or name…").click();
  await desk.page.getByLabel("Date and time").fill(`${day}T10:00`);
  await desk.answer("Set the visit").click();
  await expect.poll(stored).toMatchObject({ visit_at: expect.anything() });
  await page.clock.fastForward(2 * PAUSE_MS);
  await expect(progress).toContainText(`${visit} on ${shown} at 10 AM.`);
  await expect(promise).toBeHidden();
  await expect(estimate.outcome).toHaveText(`${steps.called?.heading}, ${firstName}.`);

  await desk.lead.getByRole("button", { name: "Call it off" }).click();
  await expect.poll(stored).toMatchObject({ visit_at: null });
  await page.clock.fastForward(PAUSE_MS);
  await expect(progress).toContainText(steps.called?.text ?? "");
  await expect(promise).toBeHidden();
  await context.close();
});

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "in another language" : "without JavaScript";
  test(`the customer answers to a moved appointment ${how}`, async ({
    browser,
    desk,
    site,
    stored,
    visitor,
  }) => {
    await sendRequest(site, visitor);
    await desk.signIn(PARTNER);
    const id = (await stored())?.id;
    const times = [20, 21].map((days) => new Date(Date.now() + days * DAY_MS));
    const appointment = randomUUID();
    for (const [index, at] of times.entries()) {
      const times = { from: at, to: new Date(at.getTime() + DAY_MS / 24) };
      const kind = index ? "moved" : "appointed";
      const act = { kind, appointment, purpose: "work", why: "rain", ...times };
      await desk.record(id, new Date(), act);
    }
    const lead = await desk.page.request.get(`${site.url}/api/desk/leads/${id}`);
    const { link } = (await lead.json()).lead;
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(new URL(link).pathname);
    await expect(page).toHaveURL(/\/contact\?sent$/);
    const date = { weekday: "long", month: "long", day: "numeric" } as const;
    const [old, now] = times.map((at) => at.toLocaleDateString("en-US", { timeZone, ...date }));
    const text = page.locator("#confirmation");
    await expect(text).toContainText(`${visit} on ${now} at `);
    await expect(text).toContainText(`instead of ${old?.split(",")[0]}: rain.`);
    const press = async (name: string) => {
      if (javaScriptEnabled) await expectNoViolation(page);
      if (javaScriptEnabled) await page.evaluate(translate);
      await page.getByRole("button", { name }).click();
    };
    await press(answers.agree);
    await expect(text).toContainText(answers.agreed);
    await expect(page.getByRole("button", { name: answers.agree })).toHaveCount(0);
    await press(answers.call);
    await expect(text).toContainText(answers.called);
    await expect.poll(stored).toMatchObject({ events: 4 });
    await context.close();
  });
}
