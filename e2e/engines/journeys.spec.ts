import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { By, Key, until } from "selenium-webdriver";
import { business } from "../../app/src/content/business.ts";
import { received } from "../../app/src/features/photos/words.ts";
import { anotherRequest } from "../../app/src/routes/contact/sent/content.ts";
import { type FaqAnswer, faqCategories } from "../../app/src/routes/faq/content.ts";
import { notices, ordinaryAnswers, SESSION, VISITOR } from "../estimate/estimate-page.ts";
import { nameOf } from "../running-site.ts";
import { expect, test } from "./driver.ts";
import {
  comesInSight,
  fill,
  isDialogClosed,
  LIMIT_MS,
  openMenu,
  pictureIn,
  press,
  sendButton,
  shown,
  stored,
  success,
  values,
} from "./visitor.ts";

// The main journeys in the browser engines of iPhones and Firefox.

test("a form that the rules accept becomes one row, with a photograph", async ({
  driver,
  site,
  visitorName,
}, testInfo) => {
  await driver.get(`${site.url}/contact`);
  await fill(driver, { ...visitorName, ...ordinaryAnswers });
  // A request waits only seconds for the fingerprint.
  await driver.wait(() => stored(driver, VISITOR), LIMIT_MS);
  await press(driver, sendButton);
  await expect
    .poll(async () => (await shown(driver, success)).getText())
    .toContain(notices.success.title);
  await comesInSight(driver, success);
  await expect.poll(() => driver.getCurrentUrl()).toBe(`${site.url}/contact?sent`);
  const photo = testInfo.outputPath("tree.png");
  writeFileSync(photo, await pictureIn(driver));
  await driver.findElement(By.css("#photos [type=file]")).sendKeys(photo);
  const status = await driver.findElement(By.css("#photos [role=status]"));
  await driver.wait(until.elementTextContains(status, `1 ${received}.`), LIMIT_MS);
  await press(driver, By.linkText(anotherRequest));
  await comesInSight(driver, By.id("estimate"));
  await expect.poll(() => driver.findElement(By.name("message")).getProperty("value")).toBe("");

  const leads = await site.leadsOf(nameOf(visitorName));
  expect(leads).toMatchObject([
    {
      email: ordinaryAnswers.email,
      phone: ordinaryAnswers.phone,
      message: expect.stringContaining(ordinaryAnswers.message),
      visitor_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ]);
  const saved = "SELECT width, height FROM lead_photos WHERE lead_id = $1";
  await expect.poll(() => site.sql(saved, [leads[0]?.id])).toEqual([{ width: 2048, height: 1024 }]);
});

test("a form that the rules refuse says which, keeps what was typed, and saves nothing", async ({
  driver,
  site,
  visitorName,
}) => {
  await driver.get(`${site.url}/contact`);
  await fill(driver, { ...visitorName, ...ordinaryAnswers, email: "INFO@oakhill.com" });
  const typed = await values(driver);
  await press(driver, sendButton);
  const notice = await shown(driver, By.css("[data-notice=email]"));
  await expect.poll(() => notice.getText()).toContain(notices.email.title);
  await expect.poll(() => values(driver)).toEqual(typed);
  const focused = await driver.switchTo().activeElement();
  await expect.poll(() => focused.getAttribute("name")).toBe("email");
  await expect.poll(() => focused.getAttribute("aria-invalid")).toBe("true");
  expect(await site.settledLeadsOf(nameOf(visitorName))).toEqual([]);
});

test("a form half filled in is as it was left after a link and the way back", async ({
  driver,
  site,
  visitorName,
}, { project }) => {
  await driver.get(`${site.url}/contact`);
  await driver.executeScript(
    "addEventListener('pageshow', ({ persisted }) => { document.body.dataset.persisted = persisted; })",
  );
  await fill(driver, { ...visitorName, ...ordinaryAnswers });
  const typed = await values(driver);
  await press(driver, By.css("footer a[href='/faq']"));
  await driver.wait(until.urlIs(`${site.url}/faq`), LIMIT_MS);
  await driver.navigate().back();
  await driver.wait(until.urlIs(`${site.url}/contact`), LIMIT_MS);
  await expect.poll(() => values(driver)).toEqual(typed);
  // WebKit keeps the page; Firefox reloads it and restores the draft.
  if (project.name === "webkit") {
    await expect
      .poll(() => driver.executeScript("return document.body.dataset.persisted"))
      .toBe("true");
  }
});

test("a press on a call button is recorded, and dials the main number", async ({
  driver,
  site,
}) => {
  await driver.get(site.url);
  // The page may be gone after the press: WebKit follows the link to a page of its own.
  const session = randomUUID();
  await driver.executeScript("sessionStorage.setItem(...arguments)", SESSION, session);
  const button = By.css("header a[href^='tel:']");
  await expect
    .poll(async () => (await shown(driver, button)).getAttribute("href"))
    .toBe(business.phone.href);
  await press(driver, button);
  await expect.poll(() => site.settledClicksOf(session)).toHaveLength(1);
});

test("the menu opens, closes on Escape and on a choice, and leads on", async ({ driver, site }) => {
  await driver.get(site.url);
  await openMenu(driver);
  await driver.findElement(By.css("dialog")).sendKeys(Key.ESCAPE);
  await driver.wait(() => isDialogClosed(driver), LIMIT_MS);

  await openMenu(driver);
  await press(driver, By.css("dialog a[href='/contact']"));
  await driver.wait(until.urlIs(`${site.url}/contact`), LIMIT_MS);
  await expect.poll(() => isDialogClosed(driver)).toBe(true);
});

test.describe("the questions", () => {
  const openOnes = By.css("main details[open]");

  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
      test.use({ javaScriptEnabled });

      test("open one at a time, and close again", async ({ driver, site }) => {
        await driver.get(`${site.url}/faq`);
        const question = (index: number) => By.xpath(`(//main//details)[${index}]/summary`);
        for (const index of [1, 5]) {
          await press(driver, question(index));
          const [open, ...others] = await driver.findElements(openOnes);
          expect(others).toEqual([]);
          await expect.poll(() => open?.findElement(By.css("section")).isDisplayed()).toBe(true);
        }
        await press(driver, question(5));
        await expect.poll(() => driver.findElements(openOnes)).toEqual([]);
      });
    });
  }

  test("are opened by the address of their answer", async ({ driver, site }) => {
    const { id } = Object.values(faqCategories)
      .flatMap(Object.values<FaqAnswer>)
      .at(-1) ?? { id: "" };
    await driver.get(`${site.url}/faq#${id}`);
    await comesInSight(driver, By.id(`${id}-question`));
    await expect.poll(() => driver.findElement(By.id(id)).isDisplayed()).toBe(true);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the form is refused with what was typed in it, and mended it is taken", async ({
    driver,
    site,
    visitorName,
  }) => {
    await driver.get(`${site.url}/contact`);
    await fill(driver, { ...visitorName, ...ordinaryAnswers, email: "INFO@oakhill.com" });
    const page = await driver.findElement(By.css("html"));
    await press(driver, sendButton);
    await driver.wait(until.stalenessOf(page), LIMIT_MS);
    const notice = await shown(driver, By.css("[data-notice=email]"));
    await expect.poll(() => notice.getText()).toContain(notices.email.title);
    await expect
      .poll(() => values(driver))
      .toMatchObject({ ...visitorName, email: "INFO@oakhill.com" });
    expect(await site.settledLeadsOf(nameOf(visitorName))).toEqual([]);

    const email = await driver.findElement(By.name("email"));
    await email.clear();
    await email.sendKeys(ordinaryAnswers.email);
    await press(driver, sendButton);
    await driver.wait(until.urlIs(`${site.url}/contact?sent`), LIMIT_MS);
    await expect
      .poll(async () => (await shown(driver, success)).getText())
      .toContain(notices.success.title);
    expect(await site.settledLeadsOf(nameOf(visitorName))).toHaveLength(1);
  });

  test("the menu opens and leads on", async ({ driver, site }) => {
    await driver.get(site.url);
    await press(driver, By.css("[aria-label='Open menu']:not(button)"));
    await press(driver, By.css("#menu a[href='/faq']"));
    await driver.wait(until.urlIs(`${site.url}/faq`), LIMIT_MS);
  });
});
