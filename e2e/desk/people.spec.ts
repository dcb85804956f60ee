import people from "../../contact-data/tests/people.json" with { type: "json" };
import { expect, sendRequest, test } from "./desk-page.ts";

for (const { typed, dial, also = [] } of people.phone) {
  test(`the desk dials ${dial ?? "nothing"} where ${JSON.stringify(typed)} was typed`, async ({
    desk,
    site,
    visitor,
  }) => {
    await sendRequest(site, { ...visitor, phone: typed, urgency: "emergency" });
    await desk.signIn();
    const numbers = dial ? [dial, ...also] : [];
    await expect(desk.row(visitor.name)).toBeVisible();
    const inList = desk.row(visitor.name).locator("a[href^='tel:']");
    await expect(inList).toHaveCount(dial ? 1 : 0);
    await desk.open(visitor.name);
    const call = desk.lead.locator(".actions a[href^='tel:']");
    const contact = desk.lead.getByRole("region", { name: "Contact" });
    const hrefs = numbers.map((number) => `tel:${number}`);
    const links = contact.locator("a[href^='tel:']");
    await expect(links).toHaveCount(numbers.length);
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual(
      hrefs,
    );
    await expect(contact).toContainText(typed.replace(/\p{Cf}/gu, ""));
    if (dial) {
      await expect(call).toHaveAttribute("href", `tel:${dial}`);
      await desk.page.getByRole("button", { name: "Text" }).click();
      const text = desk.page.getByRole("dialog").getByRole("link", { name: /^Text/ }).first();
      await expect(text).toHaveAttribute("href", `sms:${dial}`);
    } else {
      await expect(call).toHaveCount(0);
      await expect(desk.lead).toContainText(`No number to call: ${typed}`);
    }
  });
}

test("a link in the details is whole", async ({ desk, site, visitor }) => {
  const [details] = people.details;
  await sendRequest(site, { ...visitor, message: `(${details?.typed}).` });
  await desk.signIn();
  await desk.open(visitor.name);
  const link = desk.lead.getByRole("region", { name: "What they said" }).getByRole("link");
  await expect(link).toHaveAttribute("href", details?.link ?? "");
});
