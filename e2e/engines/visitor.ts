import { By, type Locator, until, type WebDriver, type WebElement } from "selenium-webdriver";
import type { ordinaryAnswers } from "../estimate/estimate-page.ts";

// A visitor's actions through WebDriver.

/** The timeout for a page. */
export const LIMIT_MS = 30_000;

export const success = By.id("confirmation");
export const sendButton = By.css("form [type=submit]");

/** Waits for a visible element. */
export async function shown(driver: WebDriver, locator: Locator): Promise<WebElement> {
  const element = await driver.wait(until.elementLocated(locator), LIMIT_MS);
  return driver.wait(until.elementIsVisible(element), LIMIT_MS);
}

/** Clicks a visible element in the middle of the screen, where no header covers it. */
export async function press(driver: WebDriver, locator: Locator): Promise<void> {
  const element = await shown(driver, locator);
  // An option of a closed list has no position.
  await driver.executeScript(
    `const seen = arguments[0].closest("select") ?? arguments[0];
     seen.scrollIntoView({ block: "center", behavior: "instant" });`,
    element,
  );
  await element.click();
}

/** The form's values as a visitor enters them. */
type Answers = typeof ordinaryAnswers & { firstName: string; lastName: string };

/** Fills in the form. */
export async function fill(
  driver: WebDriver,
  { service, urgency, ...texts }: Answers,
): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    await driver.findElement(By.name(name)).sendKeys(text);
  }
  await press(driver, By.css(`[name=service] option[value="${service}"]`));
  await press(driver, By.xpath(`//label[contains(., "${urgency}")]`));
}

/** Returns the form's present values. */
export const values = (driver: WebDriver) =>
  driver.executeScript("return Object.fromEntries(new FormData(document.forms[0]))");

/** Returns what the tab stores under a name. */
export const stored = (driver: WebDriver, name: string) =>
  driver.executeScript<string>("return sessionStorage.getItem(arguments[0])", name);

/** Returns a picture of 3,000 by 1,500 pixels as a PNG file. */
export async function pictureIn(driver: WebDriver): Promise<Buffer> {
  const picture = await driver.executeScript<string>(
    `const canvas = document.createElement("canvas");
     canvas.width = 3000;
     canvas.height = 1500;
     canvas.getContext("2d").fillRect(0, 0, 1500, 1500);
     return canvas.toDataURL();`,
  );
  return Buffer.from(picture.split(",")[1] ?? "", "base64");
}

/** Returns whether an element is on the screen, below the header. */
const isInSight = (driver: WebDriver, locator: Locator) =>
  driver.executeScript<boolean>(
    `const { top, height } = arguments[0].getBoundingClientRect();
     const header = document.querySelector("header").getBoundingClientRect();
     return top >= header.bottom && top + Math.min(height, 40) <= innerHeight;`,
    driver.findElement(locator),
  );

/** Waits until an element is on the screen, on this page or the next one. */
export async function comesInSight(driver: WebDriver, locator: Locator): Promise<void> {
  await driver.wait(until.elementLocated(locator), LIMIT_MS);
  await driver.wait(() => isInSight(driver, locator), LIMIT_MS, `${locator} is not in sight`);
}

export const isDialogClosed = async (driver: WebDriver) =>
  (await driver.findElements(By.css("dialog[open]"))).length === 0;

/** Opens the small-screen menu and waits for its animation. */
export async function openMenu(driver: WebDriver): Promise<void> {
  await press(driver, By.css("[aria-label='Open menu']"));
  await driver.wait(
    () =>
      driver.executeScript(
        "return document.querySelector('dialog[open]')?.getAnimations().length === 0",
      ),
    LIMIT_MS,
  );
}
