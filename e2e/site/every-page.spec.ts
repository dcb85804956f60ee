import type { Page } from "@playwright/test";
import { business } from "../../app/src/content/business.ts";
import { violationsOnPage } from "../axe.ts";
import { expect } from "../running-site.ts";
import { expectPolicy, test } from "./content-security-policy.ts";
import { missingPage, paths } from "./paths.ts";

// What holds on every page, in one visit to each. A step that fails keeps none of the others from
// being made. What a first load transfers is measured apart, in `first-load.spec.ts`.

const { step } = test;

const phone = { width: 390, height: 844 };
const wide = { width: 1440, height: 900 };

test.use({ viewport: phone, expectedConsoleErrors: missingPage });

for (const path of paths) {
  test(`every page: ${path}`, async ({ page, violations }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));

    await step("comes with its policy", async () => {
      expectPolicy(await page.goto(path));
    });

    await step("every call button dials the main number", async () => {
      const numbers = await page
        .locator("a[href^='tel:']")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      expect.soft(numbers.length, "call buttons").toBeGreaterThan(1);
      expect.soft(new Set(numbers), "numbers dialled").toEqual(new Set([business.phone.href]));
    });

    await step("axe knows no violation on a phone", () => expectNoViolation(page));

    await step("fits a screen of 320 px", async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      await expectWidth(page, 320);
    });

    await step("large text on a phone scrolls nothing sideways, and breaks no number", async () => {
      await loadAgain(page, phone);
      for (const size of ["100%", "150%", "200%"]) {
        await setFontSize(page, size);
        await expectWidth(page, phone.width, size);
        expect.soft(await brokenNumbers(page), `broken numbers at ${size}`).toEqual([]);
      }
      await setFontSize(page, "");
    });

    await step("no words run into each other on paper", async () => {
      await loadAgain(page, { width: 720, height: 960 });
      await page.emulateMedia({ media: "print" });
      expect.soft(await overlaps(page), "overlaps").toEqual([]);
      await page.emulateMedia({ media: null });
    });

    await step("axe knows no violation on a wide screen", async () => {
      await page.setViewportSize(wide);
      await expectNoViolation(page);
    });

    await step(
      "text of twice the size, by the browser's own setting, scrolls nothing sideways",
      async () => {
        const browser = await page.context().newCDPSession(page);
        const setFontSizes = (standard: number, fixed: number) =>
          browser.send("Page.setFontSizes", { fontSizes: { standard, fixed } });
        await loadAgain(page, { width: 1280, height: 900 });
        await setFontSizes(32, 26);
        await expect.soft(page.locator("html")).toHaveCSS("font-size", "32px");
        await expectWidth(page, 1280);
        await page.setViewportSize(phone);
        await expectWidth(page, phone.width);
        await setFontSizes(16, 13);
      },
    );

    await step("can be used as its policy has it", async () => {
      await useAll(page);
      expect.soft(violations, "violations of the policy").toEqual([]);
    });

    await step("loads nothing of the desk, and does not name it", async () => {
      expect.soft(asked.filter((address) => address.startsWith("/desk"))).toEqual([]);
      expect.soft(await page.content()).not.toMatch(/["'/]desk\b/);
    });
  });
}

/** Loads the page on another screen: what a resize leaves behind is not what is checked. */
async function loadAgain(page: Page, viewport: typeof phone): Promise<void> {
  await page.setViewportSize(viewport);
  await page.reload();
}

async function expectNoViolation(page: Page): Promise<void> {
  expect.soft(await violationsOnPage(page), "violations that axe knows").toEqual([]);
}

async function expectWidth(page: Page, width: number, size = ""): Promise<void> {
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(scrollWidth, `width of the page at ${width} px ${size}`).toBe(width);
}

/** Sets the size of the page's text, or takes it back. */
const setFontSize = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);

/** The telephone numbers that break over two lines. */
const brokenNumbers = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      const found = /\(\d{3}\) \d{3}-\d{4}/.exec(text.data);
      if (!found) continue;
      const range = document.createRange();
      range.setStart(text, found.index);
      range.setEnd(text, found.index + found[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(text.parentElement?.outerHTML ?? "");
    }
    return broken;
  });

/** The texts and pictures that stand over each other. */
const overlaps = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll("main :is(h1, h2, h3, p, dt, dd, figcaption, img)")]
      .filter((element) => !element.querySelector("p, dt, dd"))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    return boxes.flatMap(({ element, box }, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            !element.contains(other.element) &&
            box.left < other.box.right - 1 &&
            other.box.left < box.right - 1 &&
            box.top < other.box.bottom - 2 &&
            other.box.top < box.bottom - 2,
        )
        .map((other) => `${element.textContent} / ${other.element.textContent}`),
    );
  });

/** Uses what a page has: the menu, the questions, and everything down to its end. */
async function useAll(page: Page): Promise<void> {
  const menu = page.getByRole("dialog", { name: "Menu" });
  await page.getByRole("button", { name: "Open menu" }).click();
  await menu.getByText("Our Services").click();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();

  for (const details of await page.locator("main details").all()) {
    await details.locator("summary").click();
    await expect(details).toHaveAttribute("open");
  }
  for (const slider of await page.locator("main input[type=range]").all()) {
    await slider.press("ArrowRight");
    await expect(slider).toHaveValue("51");
  }
  for (const image of await page.locator("main img:visible").all()) {
    await image.scrollIntoViewIfNeeded();
    await expect(image).toHaveJSProperty("complete", true);
  }
  await page.waitForLoadState("networkidle");
}
