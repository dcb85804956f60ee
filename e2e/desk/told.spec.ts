import {
  appointed,
  expect,
  expectAccessible,
  OWNER,
  relative,
  sendRequest,
  test,
} from "./desk-page.ts";

const HOUR_MS = 3_600_000;

const LONGER_THAN_DOUBLE_TAP_MS = 1000;

test.use({ serviceWorkers: "allow", expectedConsoleErrors: /Failed to load resource/ });

test("a day rains out: its stops are moved, and each customer is told", async ({
  desk,
  page,
  site,
  visitor,
}) => {
  const first = new Date(Date.now() + 24 * HOUR_MS).setUTCHours(15, 0, 0, 0);
  const stops = [
    { name: "Al", hour: 0, crew: "Eli", how: "text" },
    { name: "Bea", hour: 1, crew: "Jonah", how: "mail" },
    { name: "Carl", hour: 2, crew: "Eli", how: "text" },
    { name: "Della", hour: 3, crew: "Jonah", how: "call" },
    { name: "Edward", hour: 4, crew: "Eli", how: "text" },
  ].map((stop) => ({ ...stop, visitor: relative(visitor, stop.name) }));
  const [moving, staying] = [stops.slice(0, -1), stops.slice(-1)];
  await desk.signIn();
  for (const { hour, crew, visitor } of stops) {
    await sendRequest(site, visitor);
    const [lead] = await site.leadsOf(visitor.name);
    const act = appointed(first + hour * HOUR_MS, crew, { told: "call" });
    await desk.record(lead?.id, new Date(), act);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => location.assign("#visits"));
  await expect(page.locator(".list .row")).toHaveCount(stops.length);
  await desk.goOffline();
  await page.getByRole("link", { name: "Rain…" }).click();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(5);
  for (const { name } of staying) await page.getByRole("checkbox", { name }).uncheck();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, "Rain");
  await page.getByRole("button", { name: "Move them" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "To tell" })).toBeVisible();
  await expectAccessible(page, "To tell");
  await desk.stopClock();
  for (const { name, how, visitor } of moving) {
    await expect(page.getByRole("list").getByText(`Hi ${name}, `)).toContainText("because of rain");
    const link = (label: string) => page.getByRole("link", { name: `${label} ${visitor.name}` });
    if (name !== "Al") await expect(link("Text")).toBeFocused();
    // Otherwise two presses at one place are a double tap.
    await page.clock.fastForward(LONGER_THAN_DOUBLE_TAP_MS);
    if (how === "text") await desk.press(link("Text"));
    if (how === "mail") await desk.press(link("Email"));
    if (how === "call") {
      await desk.press(link("Call"));
      await page.getByRole("button", { name: "Told by phone" }).click();
    }
  }
  await expect(page.getByText("Everybody knows.")).toBeVisible();

  await page.clock.resume();
  await desk.setOffline(false);
  // Erased leads of other tests have appointments, too.
  const appointments = "appointments JOIN site_forms AS lead ON lead.id = lead_id";
  const recorded = () => site.sql(`SELECT data FROM ${appointments} ORDER BY data->>'was'`);
  const moved = ({ hour, crew, how }: (typeof stops)[number]) => {
    const was = new Date(first + hour * HOUR_MS).toISOString().replace(".000", "");
    return { data: { crew, was, why: "rain", changes: 1, told: { how, changes: 1, who: OWNER } } };
  };
  const unmoved = { data: { was: null, told: { how: "call", changes: 0 } } };
  await expect.poll(recorded).toMatchObject([...moving.map(moved), unmoved]);
  const begins = await site.sql(`SELECT DISTINCT begins_at FROM ${appointments}`);
  expect(begins).toHaveLength(5);
});
