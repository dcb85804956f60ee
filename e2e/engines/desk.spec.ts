import { createHash, randomUUID } from "node:crypto";
import { By, until } from "selenium-webdriver";
import { OWNER, sendRequest } from "../desk/desk-page.ts";
import { expect, test } from "./driver.ts";
import { LIMIT_MS, press, shown } from "./visitor.ts";

// The owner's phone: the log's rule runs in its browser engine.

test.use({ siteSettings: { DESK_EMAILS: OWNER } });

const button = (name: string) => By.xpath(`//button[normalize-space() = "${name}"]`);

test("a lead is opened, a note is written, and an act is undone", async ({
  driver,
  site,
  visitorName,
}) => {
  const name = `${visitorName.firstName} ${visitorName.lastName}`;
  await sendRequest(site, visitorName);
  const token = randomUUID();
  const hash = createHash("sha256").update(token).digest();
  await site.sql("INSERT INTO desk_links (token_hash, address) VALUES ($1, $2)", [hash, OWNER]);
  await driver.get(`${site.url}/desk#sign-in=${token}`);
  await press(driver, By.css("[data-step=token] button"));
  await press(driver, By.linkText(name));

  await (await shown(driver, By.id("note"))).sendKeys("Gate code 4711");
  await press(driver, button("Save note"));
  const history = await shown(driver, By.css("[aria-labelledby=history]"));
  await driver.wait(until.elementTextContains(history, "Gate code 4711"), LIMIT_MS);
  await press(driver, button("What next"));
  await press(driver, button("The price"));
  const lead = async () => (await site.leadsOf(name))[0];
  const lost = { status: "lost", lost_reason: "price", note: "Gate code 4711", next_at: null };
  await expect.poll(lead).toMatchObject(lost);
  await press(driver, By.css(".toast button"));
  await expect.poll(lead).toMatchObject({ status: "new", lost_reason: null, events: 3 });
});
