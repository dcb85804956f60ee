import { expect, OWNER, sendRequest, test } from "./desk-page.ts";

test.use({ expectedConsoleErrors: /Failed to load resource/, serviceWorkers: "allow" });

test("figures count a lead, and are kept offline", async ({ desk, page, site, visitor }) => {
  const service = `Cabling ${visitor.lastName}`;
  await sendRequest(site, { ...visitor, service });
  await site.sql(
    "UPDATE site_forms SET status = 'quoted', quoted = 123456789, quoted_at = now() WHERE full_name = $1",
    [visitor.name],
  );
  await desk.signIn(OWNER, "#figures");
  const leads = page.getByRole("figure", { name: "Leads" }).getByRole("img");
  await expect(leads).toHaveAccessibleName(/^Leads by week .* 1 so far\.$/);
  const out = page.getByRole("figure", { name: "Still out in quotes" });
  await expect(out.getByRole("row", { name: "Recent" })).toContainText("$1,234,567.89");
  const services = page.getByRole("figure", { name: "By service" });
  await expect(services.getByRole("row", { name: service })).toContainText(/1$/);
  await page.getByText("Numbers by week").click();
  const weeks = page.getByRole("region", { name: "By week" }).getByRole("row");
  await expect(weeks).toHaveCount(13);
  await expect(weeks.nth(1)).toContainText("so far");
  await expect(weeks.nth(1).getByRole("cell").first()).toHaveText("1");

  await page.getByRole("link", { name: "4 weeks" }).press("Enter");
  await expect(weeks).toHaveCount(5);
  await expect(page.getByRole("link", { name: "4 weeks" })).toHaveAttribute("aria-current", "true");

  // The phone keeps the figures and when they were computed.
  await expect.poll(() => desk.kept()).toContain(service);
  await desk.goOffline();
  await page.reload();
  await expect(services.getByRole("row", { name: service })).toBeVisible();
  await expect(page.getByText(/^Counted /)).toBeVisible();
  await page.getByRole("link", { name: "12 months" }).click();
  await expect(page.getByRole("alert")).toContainText("need a connection");
});
