import { createHash, randomUUID } from "node:crypto";
import { By, until } from "selenium-webdriver";
import { offer as copy } from "../../app/src/routes/contact/sent/content.ts";
import { OWNER, sendRequest } from "../desk/desk-page.ts";
import { nameOf, type RunningSite } from "../running-site.ts";
import { expect, test } from "./driver.ts";
import { LIMIT_MS, press, shown } from "./visitor.ts";

// The customer's browser engine: the total follows the ticks, and the order is what was seen.

test.use({ siteSettings: { DESK_EMAILS: OWNER } });

const lines = [
  { what: "Remove the oak", cents: 310_050, pick: "one-of" },
  { what: "Prune the oak", cents: 124_000, pick: "one-of" },
  { what: "Grind the stump", cents: 35_000, pick: "optional" },
];

/** Gives a lead an estimate, as the desk does; returns the customer's link. */
async function offered(site: RunningSite, lead: unknown): Promise<string> {
  const token = randomUUID();
  const hash = createHash("sha256").update(token).digest();
  await site.sql("INSERT INTO desk_links (token_hash, address) VALUES ($1, $2)", [hash, OWNER]);
  const send = async (path: string, body: object, cookie = "") => {
    const headers = { origin: site.url, "content-type": "application/json", cookie };
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(`${site.url}/api/desk/${path}`, request);
    expect(answer.status).toBe(200);
    return answer;
  };
  const session = await send("session", { token });
  const cookie = session.headers.get("set-cookie")?.split(";")[0];
  const event = { id: randomUUID(), at: new Date(), kind: "offered", lines, mail: false };
  const recorded = await send(`leads/${lead}/events`, event, cookie);
  const { link } = ((await recorded.json()) as { lead: { link: string } }).lead;
  return `${site.url}${new URL(link).pathname}`;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("an estimate is changed and accepted", async ({ driver, site, visitorName }) => {
      await sendRequest(site, visitorName);
      const [lead] = await site.leadsOf(nameOf(visitorName));
      await driver.get(await offered(site, lead?.id));
      const total = await shown(driver, By.css("#offer output"));
      await driver.wait(until.elementTextIs(total, "$3,100.50"), LIMIT_MS);
      for (const { what } of lines.slice(1)) {
        await press(driver, By.xpath(`//label[contains(., "${what}")]//input`));
      }
      if (!javaScriptEnabled) {
        await press(driver, By.css("[value=look]"));
        await driver.wait(until.stalenessOf(total), LIMIT_MS);
      }
      const output = await shown(driver, By.css("#offer output"));
      await driver.wait(until.elementTextIs(output, "$1,590.00"), LIMIT_MS);
      await driver.findElement(By.name("signed")).sendKeys("Robin Alder");
      await press(driver, By.css("[value=yes]"));
      await shown(driver, By.xpath(`//*[@id="offer"]//*[contains(text(), "${copy.accepted}")]`));
      const stored = async () => (await site.leadsOf(nameOf(visitorName)))[0];
      await expect.poll(stored).toMatchObject({ status: "won", won: 159_000 });
    });
  });
}
