import { writeFileSync } from "node:fs";
import { By, Key, until } from "selenium-webdriver";
import { business } from "../../app/src/content/business.ts";
import { received } from "../../app/src/features/photos/words.ts";
import { anotherRequest } from "../../app/src/routes/contact/sent/content.ts";
import { type FaqAnswer, faqCategories } from "../../app/src/routes/faq/content.ts";
import { notices, ordinaryAnswers } from "../estimate/estimate-page.ts";
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
  await press(driver, sendButton);
  expect(await (await shown(driver, success)).getText()).toContain(notices.success.title);
  await comesInSight(driver, success);
  expect(await driver.getCurrentUrl()).toBe(`${site.url}/contact?sent`);
  const photo = testInfo.outputPath("tree.png");
  writeFileSync(photo, await pictureIn(driver));
  await driver.findElement(By.css("#photos [type=file]")).sendKeys(photo);
  const status = await driver.findElement(By.css("#photos [role=status]"));
  await driver.wait(until.elementTextContains(status, `1 ${received}.`), LIMIT_MS);
  await press(driver, By.linkText(anotherRequest));
  await comesInSight(driver, By.id("estimate"));
  expect(await driver.findElement(By.name("message")).getProperty("value")).toBe("");

  const { firstName, lastName } = visitorName;
  const leads = await site.leadsOf(`${firstName} ${lastName}`);
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
  expect(await site.sql(saved, [leads[0]?.id])).toEqual([{ width: 2048, height: 1024 }]);
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
  expect(await notice.getText()).toContain(notices.email.title);
  expect(await values(driver)).toEqual(typed);
  const focused = await driver.switchTo().activeElement();
  expect(await focused.getAttribute("name")).toBe("email");
  expect(await focused.getAttribute("aria-invalid")).toBe("true");
  expect(await site.leadsOf(`${visitorName.firstName} ${visitorName.lastName}`)).toEqual([]);
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
  expect(await values(driver)).toEqual(typed);
  // WebKit keeps the page; Firefox reloads it and restores the draft.
  if (project.name === "webkit") {
    expect(await driver.executeScript("return document.body.dataset.persisted")).toBe("true");
  }
});

test("a press on a call button is recorded, and dials the main number", async ({
  driver,
  site,
}) => {
  const clicks = () => site.sql("SELECT 1 FROM phone_clicks");
  const before = await clicks();
  await driver.get(site.url);
  const button = By.css("header a[href^='tel:']");
  expect(await (await shown(driver, button)).getAttribute("href")).toBe(business.phone.href);
  await press(driver, button);
  await expect.poll(clicks).toHaveLength(before.length + 1);
});

test("the menu opens, closes on Escape and on a choice, and leads on", async ({ driver, site }) => {
  await driver.get(site.url);
  await openMenu(driver);
  await driver.findElement(By.css("dialog")).sendKeys(Key.ESCAPE);
  await driver.wait(() => isDialogClosed(driver), LIMIT_MS);

  await openMenu(driver);
  await press(driver, By.css("dialog a[href='/contact']"));
  await driver.wait(until.urlIs(`${site.url}/contact`), LIMIT_MS);
  expect(await isDialogClosed(driver)).toBe(true);
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
          expect(await open?.findElement(By.css("section")).isDisplayed()).toBe(true);
        }
        await press(driver, question(5));
        expect(await driver.findElements(openOnes)).toEqual([]);
      });
    });
  }

  test("are opened by the address of their answer", async ({ driver, site }) => {
    const { id } = Object.values(faqCategories)
      .flatMap(Object.values<FaqAnswer>)
      .at(-1) ?? { id: "" };
    await driver.get(`${site.url}/faq#${id}`);
    await comesInSight(driver, By.id(`${id}-question`));
    expect(await driver.findElement(By.id(id)).isDisplayed()).toBe(true);
  });
});

test("the contact page's links lead to the form and to the areas", async ({ driver, site }) => {
  await driver.get(`${site.url}/contact`);
  for (const target of ["#estimate", "#areas"]) {
    await press(driver, By.css(`main a[href='${target}']`));
    await comesInSight(driver, By.css(target));
    expect(await driver.getCurrentUrl()).toBe(`${site.url}/contact${target}`);
  }
});

test("a missing page says so, and leads home", async ({ driver, site }) => {
  await driver.get(`${site.url}/no/such/page`);
  expect(await driver.findElement(By.css("h1")).getText()).toBe("Oops! Page not found");
  await press(driver, By.linkText("Return to Home"));
  await driver.wait(until.urlIs(`${site.url}/`), LIMIT_MS);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the form is refused with what was typed in it, and mended it is taken", async ({
    driver,
    site,
    visitorName,
  }) => {
    const { firstName, lastName } = visitorName;
    await driver.get(`${site.url}/contact`);
    await fill(driver, { ...visitorName, ...ordinaryAnswers, email: "INFO@oakhill.com" });
    const page = await driver.findElement(By.css("html"));
    await press(driver, sendButton);
    await driver.wait(until.stalenessOf(page), LIMIT_MS);
    const notice = await shown(driver, By.css("[data-notice=email]"));
    expect(await notice.getText()).toContain(notices.email.title);
    expect(await values(driver)).toMatchObject({ ...visitorName, email: "INFO@oakhill.com" });
    expect(await site.leadsOf(`${firstName} ${lastName}`)).toEqual([]);

    const email = await driver.findElement(By.name("email"));
    await email.clear();
    await email.sendKeys(ordinaryAnswers.email);
    await press(driver, sendButton);
    await driver.wait(until.urlIs(`${site.url}/contact?sent`), LIMIT_MS);
    expect(await (await shown(driver, success)).getText()).toContain(notices.success.title);
    expect(await site.leadsOf(`${firstName} ${lastName}`)).toHaveLength(1);
  });

  test("the menu opens and leads on", async ({ driver, site }) => {
    await driver.get(site.url);
    await press(driver, By.css("[aria-label='Open menu']:not(button)"));
    await press(driver, By.css("#menu a[href='/faq']"));
    await driver.wait(until.urlIs(`${site.url}/faq`), LIMIT_MS);
  });
});
