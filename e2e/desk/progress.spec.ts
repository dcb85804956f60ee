import { visit, whoCalls } from "../../app/src/routes/contact/sent/content.ts";
import { EstimatePage, ordinaryAnswers } from "../estimate/estimate-page.ts";
import { expect, PARTNER, test } from "./desk-page.ts";

// The visitor's confirmation shows the progress that is recorded at the desk.

const PAUSE_MS = 45_000;

test("the confirmation follows the desk: who has read it, and when the visit is", async ({
  browser,
  desk,
  site,
  stored,
  visitor,
}) => {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await page.clock.install();
  const estimate = new EstimatePage(page);
  await estimate.open();
  const { firstName, lastName, phone, email } = visitor;
  await estimate.fill({ ...ordinaryAnswers, firstName, lastName, phone, email });
  await estimate.send();
  await expect(estimate.success).toBeVisible();
  const progress = page.locator("[data-progress]");
  const promise = page.getByText(whoCalls);
  await expect(progress).toBeEmpty();

  await desk.signIn(PARTNER);
  await desk.open(visitor.name);
  await expect(desk.page.getByRole("region", { name: "History" })).toContainText("Opened");
  await page.clock.fastForward(PAUSE_MS);
  const read = /^Partner read this at \d+(:\d\d)? [AP]M\.$/;
  await expect(progress).toHaveText(read);
  await expect(promise).toBeVisible();

  // While the server is unreachable, the page keeps its text and checks again later.
  await context.route("**/contact?sent", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await page.clock.fastForward(PAUSE_MS);
  await failed;
  await expect(progress).toHaveText(read);
  await context.unrouteAll();

  const visitAt = async () => (await stored())?.visit_at;
  await desk.choose("Visit");
  const [day] = new Date(Date.now() + 24 * 3_600_000)
    .toLocaleString("sv-SE", { timeZone: "America/New_York" })
    .split(" ");
  await desk.page.getByRole("dialog").getByText("Another time or name…").click();
  await desk.page.getByLabel("Date and time").fill(`${day}T10:00`);
  await desk.answer("Set the visit").click();
  await expect.poll(visitAt).not.toBeNull();
  await page.clock.fastForward(2 * PAUSE_MS);
  await expect(progress).toContainText(`${visit} tomorrow at 10 AM.`);
  await expect(promise).toBeHidden();

  await desk.choose("Visit", "No visit any more");
  await expect.poll(visitAt).toBeNull();
  await page.clock.fastForward(PAUSE_MS);
  await expect(progress).toHaveText(read);
  await expect(promise).toBeVisible();
  await context.close();
});
