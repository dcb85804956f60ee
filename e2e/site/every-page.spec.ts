import type { Page } from "@playwright/test";
import { business } from "../../app/src/content/business.ts";
import { trustLines } from "../../app/src/content/promises.ts";
import { figures } from "../../app/src/content/statistics.ts";
import { expectNoViolation } from "../axe.ts";
import { expect } from "../running-site.ts";
import { barOf, cutOff } from "./call-bar.ts";
import { expectPolicy, test } from "./content-security-policy.ts";
import { missingPage, missingPath, paths, sendOnce, sentPath } from "./paths.ts";

// What applies to every page, in one visit to each. A failed step doesn't prevent the others.
// `first-load.spec.ts` measures what the first load transfers.

const { step } = test;

/** A failed expectation does not end the visit. */
const soft = expect.configure({ soft: true });

const phone = { width: 390, height: 844 };
const wide = { width: 1440, height: 900 };

test.use({ viewport: phone, expectedConsoleErrors: missingPage });

for (const path of paths) {
  test(`every page: ${path}`, async ({ page, site, violations }) => {
    const asked: URL[] = [];
    page.on("request", (request) => asked.push(new URL(request.url())));

    await step("comes with its policy", async () => {
      if (path === sentPath) await sendOnce(page, site.url);
      expectPolicy(await page.goto(path));
    });

    await step("the first screen asks, and says why one may", async () => {
      if (path === missingPath || path === sentPath) return;
      const main = page.getByRole("main");
      // Below a head without a link, the call bar has both.
      const ask = page
        .locator(":nth-match(main section, 1), [data-call-bar]")
        .locator("a[href^='/contact'], a[href$='#estimate'], a[href^='tel:']")
        .filter({ visible: true });
      await expect.soft(ask.first()).toBeInViewport({ ratio: 1 });
      // On these pages the reasons are beside the form.
      if (path.startsWith("/contact")) return;
      const line = trustLines[path];
      if (line) await expect.soft(main.getByText(line).first()).toBeInViewport();
      await expect.soft(main.getByText(figures.rating).first()).toBeInViewport();
    });

    await step("every call button says so, and dials the main number", async () => {
      const calls = await page
        .locator("a[href^='tel:']")
        .evaluateAll((links) =>
          links.map((link) => ({ words: link.textContent, number: link.getAttribute("href") })),
        );
      expect.soft(calls.length, "call buttons").toBeGreaterThan(1);
      for (const { words, number } of calls) {
        expect.soft(words).toMatch(/^\s*Call /);
        expect.soft(number).toBe(business.phone.href);
      }
    });

    await step("claims nothing of the reviews but what the six of them show", async () => {
      const html = await page.content();
      expect.soft(html).not.toMatch(/on average|from (?:more than )?[\d,]+\+ customers/);
    });

    await step("axe knows no violation", () => expectNoViolation(page));

    await step(
      "fits a screen of 320 px, also with spaced text, and hides nothing sideways",
      async () => {
        await page.setViewportSize({ width: 320, height: 640 });
        await expectWidth(page, 320);
        await soft.poll(() => scrolledSections(page), "scrolled by a program").toEqual([]);
        // WCAG 1.4.12. The tests' policy forbids style elements, not a sheet that a script adopts.
        await page.evaluate(() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(
            "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }",
          );
          document.adoptedStyleSheets = [sheet];
        });
        await expectWidth(page, 320, "spaced");
        await soft.poll(() => croppedTexts(page), "cropped when spaced").toEqual([]);
      },
    );

    await step(
      "has headings of three sizes at most, and the title alone is the largest",
      async () => {
        for (const viewport of [phone, wide]) {
          await loadAgain(page, viewport);
          const sizes = await page
            .locator("main :is(h1, h2, h3, h4):visible")
            .evaluateAll((headings) =>
              headings.map((heading) => Number.parseFloat(getComputedStyle(heading).fontSize)),
            );
          const [title = 0, ...others] = sizes.toSorted((a, b) => b - a);
          const titles = await page.locator("main h1:visible").count();
          expect.soft(titles).toBe(1);
          await expect.soft(page.locator("main h1")).toHaveCSS("font-size", `${title}px`);
          expect.soft(others[0] ?? 0, "the next size").toBeLessThan(title);
          expect.soft(new Set(sizes).size, `sizes at ${viewport.width} px`).toBeLessThanOrEqual(3);
        }
      },
    );

    await step("large text on a phone scrolls nothing sideways, and breaks no number", async () => {
      await loadAgain(page, phone);
      for (const size of ["100%", "150%", "200%"]) {
        await setFontSize(page, size);
        await expectWidth(page, phone.width, size);
        await soft.poll(() => brokenTexts(page), `broken at ${size}`).toEqual([]);
        await soft.poll(() => croppedTexts(page), `cropped at ${size}`).toEqual([]);
        await soft.poll(() => croppedChoices(page), `choices cropped at ${size}`).toEqual([]);
        for (const end of ["Home", "End"]) {
          await page.keyboard.press(end);
          for (const link of await barOf(page).getByRole("link").all()) {
            await expect.soft(link, `in reach at ${size} ${end}`).toBeInViewport({ ratio: 1 });
          }
        }
        const bar = await barOf(page).boundingBox();
        expect.soft(bar?.height, `the bar at ${size}`).toBeLessThan(phone.height / 6);
        await soft.poll(() => cutOff(page), `cut off at ${size}`).toEqual([]);
      }
      await setFontSize(page, "");
    });

    await step(
      "text of twice the size, by a style, scrolls nothing sideways on a wide screen or a laptop's",
      async () => {
        await loadAgain(page, wide);
        await setFontSize(page, "200%");
        for (const viewport of [wide, { width: 1024, height: 768 }]) {
          await page.setViewportSize(viewport);
          await expectWidth(page, viewport.width, "200%");
          await soft.poll(() => brokenTexts(page), `broken at ${viewport.width} px`).toEqual([]);
          await soft.poll(() => croppedTexts(page), `cropped at ${viewport.width} px`).toEqual([]);
        }
        await setFontSize(page, "");
      },
    );

    await step("breaks no word on the widest screen", async () => {
      await loadAgain(page, { width: 1920, height: 1080 });
      await soft.poll(() => brokenTexts(page)).toEqual([]);
    });

    await step("no words run into each other on paper", async () => {
      await loadAgain(page, { width: 720, height: 960 });
      await page.emulateMedia({ media: "print" });
      await soft.poll(() => overlaps(page), "overlaps").toEqual([]);
      await page.emulateMedia({ media: null });
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
        await soft.poll(() => brokenTexts(page), "broken").toEqual([]);
        await soft.poll(() => croppedTexts(page), "cropped").toEqual([]);
        await page.setViewportSize(phone);
        await expectWidth(page, phone.width);
        const smallest = async () => Math.min(30, ...(await sizesOfNumbers(page)));
        await soft.poll(smallest, "px of a number").toBe(30);
        await soft.poll(() => callsBesideTheirRoom(page), "wider than their room").toBe(0);
        await setFontSizes(16, 13);
      },
    );

    await step("can be used as its policy has it", async () => {
      await useAll(page);
      expect.soft(violations, "violations of the policy").toEqual([]);
    });

    await step("loads nothing from elsewhere or of the desk, and does not name it", async () => {
      const other = asked.filter(
        ({ origin, pathname }) => origin !== site.url || pathname.startsWith("/desk"),
      );
      expect.soft(other.map(String)).toEqual([]);
      const html = await page.content();
      expect.soft(html).not.toMatch(/["'/]desk\b/);
    });
  });
}

const sizesOfNumbers = (page: Page) =>
  page
    .locator("main .phone-number:visible")
    .evaluateAll((numbers) =>
      numbers.map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    );

const callsBesideTheirRoom = (page: Page) =>
  page.locator("a[href^='tel:']:visible").evaluateAll(
    (calls) =>
      calls.filter((call) => {
        const parent = call.parentElement?.getBoundingClientRect();
        return call.getBoundingClientRect().right > (parent?.right ?? 0) + 1;
      }).length,
  );

/** Loads the page on another screen, since a resized page may keep traces of the first size. */
async function loadAgain(page: Page, viewport: typeof phone): Promise<void> {
  await page.setViewportSize(viewport);
  await page.reload();
}

async function expectWidth(page: Page, width: number, size = ""): Promise<void> {
  const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
  await soft.poll(scrollWidth, `width of the page at ${width} px ${size}`).toBe(width);
}

/** Sets or resets the page's text size. */
const setFontSize = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);

/** Returns phone numbers, ranges, short words, and headings' words that break over two lines. */
const brokenTexts = (page: Page) =>
  page.evaluate(() => {
    const whole =
      /\(\d{3}\) \d{3}-\d{4}|\b\d+\/\d\b|\b\d\w*-\d\w*(?: (?:hours|days|weeks|inches|feet))?|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)-\w{3}\b|\b[A-Za-z]{2,9}\b/g;
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      const element = text.parentElement;
      if (!element || element.closest("svg, textarea, select, noscript, dialog, a[href^=mailto]"))
        continue;
      // A line with room for eleven letters breaks no word of nine.
      const line = document.createRange();
      line.selectNodeContents(text);
      const em = Number.parseFloat(getComputedStyle(element).fontSize);
      const isHeading = element.closest("h1, h2");
      if (
        !isHeading &&
        !/\d-|\) \d/.test(text.data) &&
        line.getBoundingClientRect().width > 11 * em
      )
        continue;
      for (const found of text.data.matchAll(isHeading ? /[A-Za-z]+[.!]?/g : whole)) {
        const range = document.createRange();
        range.setStart(text, found.index);
        range.setEnd(text, found.index + found[0].length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(`${found[0]} in: ${text.data}`);
      }
    }
    return broken;
  });

/** Returns the texts that a container crops, at its own edge or at the screen's, without scrolling. */
const croppedTexts = (page: Page) =>
  page.evaluate(() => {
    const cropped: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const hidden = text.parentElement?.closest(
        "svg, [aria-hidden=true], [class*=sr-only], dialog",
      );
      let edge = document.documentElement.clientWidth;
      for (let part = text.parentElement; part; part = part.parentElement) {
        if (getComputedStyle(part).overflowX !== "visible")
          edge = Math.min(edge, part.getBoundingClientRect().right);
      }
      const beside = [...range.getClientRects()].some(
        ({ right, width }) => width > 1 && right > edge + 1,
      );
      if (beside && !hidden) cropped.push(text.data);
    }
    return cropped;
  });

/** Returns the parts of the page that a program can scroll sideways. Text areas are their visitor's. */
const scrolledSections = (page: Page) =>
  page.locator("main :not(textarea, input, [class*=sr-only])").evaluateAll((parts) =>
    parts
      .filter((part) => {
        part.scrollLeft = 50;
        return part.scrollLeft > 0;
      })
      .map(({ className }) => className),
  );

/** Returns the options that are wider than their one-line control. */
const croppedChoices = (page: Page) =>
  page.locator("select").evaluateAll((controls) =>
    (controls as HTMLSelectElement[]).flatMap((control) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(control);
      const room =
        control.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const context = document.createElement("canvas").getContext("2d");
      if (context) context.font = font;
      const isCropped = ({ text }: HTMLOptionElement) =>
        (context?.measureText(text).width ?? Number.POSITIVE_INFINITY) > room;
      return [...control.options].filter(isCropped).map(({ text }) => text);
    }),
  );

/** Returns the texts and pictures that overlap. */
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

/** Uses everything on a page: the menu, the questions, and the content down to its end. */
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
    const value = await slider.inputValue();
    await slider.press("ArrowRight");
    await expect(slider).not.toHaveValue(value);
  }
  for (const image of await page.locator("main img:visible").all()) {
    await image.scrollIntoViewIfNeeded();
    await expect(image).toHaveJSProperty("complete", true);
  }
}
