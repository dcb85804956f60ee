import type { Locator, Page } from "@playwright/test";
import { type PictureName, pictureAlt } from "../../app/src/content/pictures.ts";
import { figures } from "../../app/src/content/statistics.ts";
import { adviceByPath } from "../../app/src/routes/not-found/content.ts";
import { pruning } from "../../app/src/routes/tree-pruning/content.ts";
import { EstimatePage } from "../estimate/estimate-page.ts";
import { test as base, expect } from "../running-site.ts";
import { missingPage } from "./paths.ts";

const test = base.extend<{ estimate: EstimatePage }>({
  estimate: async ({ page }, use) => use(new EstimatePage(page)),
});

const wide = { width: 1440, height: 900 };

const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

/** Returns the center of an element in the sticky header: Playwright's click would scroll the page. */
async function middleOf(locator: Locator): Promise<[number, number]> {
  const box = await locator.boundingBox();
  if (!box) throw new Error("The element is not shown.");
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test.describe("the questions", () => {
  for (const [name, viewport] of Object.entries({ phone: { width: 390, height: 844 }, wide })) {
    test(`begin within the first screen: ${name}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.goto("/faq");
      const question = await questionsOf(page).first().boundingBox();
      const bar = await page.locator("[data-call-bar]").boundingBox();
      const end = bar?.height ? bar.y : viewport.height;
      expect((question?.y ?? end) + (question?.height ?? 0)).toBeLessThanOrEqual(end);
    });
  }

  const questionsOf = (page: Page) => page.locator("main details");
  const openOnes = (page: Page) => page.locator("main details[open]");

  test("open one at a time over the whole page, and close again", async ({ page }) => {
    await page.goto("/faq");
    const questions = questionsOf(page);
    await expect(questions).toHaveCount(12);
    await expect(openOnes(page)).toHaveCount(0);
    // One question from each of the four categories.
    for (const index of [0, 3, 7, 11]) {
      const question = questions.nth(index);
      await question.locator("summary").click();
      await expect(question).toHaveAttribute("open");
      await expect(question.getByRole("paragraph")).toBeVisible();
      await expect(openOnes(page)).toHaveCount(1);
    }
  });

  test("open one at a time and are printed open in an older browser, by a script", async ({
    page,
  }) => {
    // It ignores the name of `details`, and prints only what is open.
    await page.addInitScript(() => {
      CSS.supports = () => false;
    });
    const script = page.waitForResponse(/answers-/);
    await page.goto("/faq");
    await page.evaluate((url) => import(url), (await script).url());
    const questions = questionsOf(page);
    await questions.evaluateAll((all) => {
      for (const [index, one] of all.entries()) one.setAttribute("name", `${index}`);
    });
    await questions.nth(0).locator("summary").click();
    await expect(openOnes(page)).toHaveCount(1);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await expect(openOnes(page)).toHaveCount(12);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await expect(openOnes(page)).toHaveCount(1);
    await questions.nth(0).locator("summary").click();
    await expect(openOnes(page)).toHaveCount(0);
  });

  test("open and close by Enter and by Space, and Tab goes from one to the next", async ({
    page,
  }) => {
    await page.goto("/faq");
    const [first, second] = [questionsOf(page).nth(0), questionsOf(page).nth(1)];
    await first.locator("summary").focus();
    for (const key of ["Enter", "Space"]) {
      await page.keyboard.press(key);
      await expect(first).toHaveAttribute("open");
      await page.keyboard.press(key);
      await expect(first).not.toHaveAttribute("open");
    }
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(second.locator("summary")).toBeFocused();
    await page.keyboard.press("Space");
    await expect(second).toHaveAttribute("open");
    await expect(first).not.toHaveAttribute("open");
    await expect(second.locator("summary")).toBeFocused();
  });

  test("an open answer is a region that bears the name of its question", async ({ page }) => {
    await page.goto("/faq");
    const question = questionsOf(page).first();
    const name = await question.getByRole("heading", { level: 3 }).innerText();
    const answer = page.getByRole("region", { name });
    await expect(answer).toBeHidden();
    await question.locator("summary").click();
    await expect(answer).toBeVisible();
  });

  test("the address of an answer opens it", async ({ page }) => {
    await page.goto("/faq");
    const id = await questionsOf(page).nth(8).locator("section").getAttribute("id");
    await page.goto(`/faq#${id}`);
    await expect(questionsOf(page).nth(8)).toHaveAttribute("open");
    await expect(questionsOf(page).nth(8).locator("summary")).toBeInViewport();
  });
});

test("the portfolio fits a tablet that is turned after it was read", async ({ page }) => {
  await page.setViewportSize(wide);
  await page.goto("/portfolio");
  const main = page.getByRole("main");
  for (const picture of await main.locator("article img").all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty("complete", true);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(390);
});

for (const [reducedMotion, left] of [
  ["no-preference", "22"],
  ["reduce", "62"],
] as const) {
  test(`the pine has ${left} feet left below what was read, with motion: ${reducedMotion}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.setViewportSize(wide);
    await page.goto("/services/tree-removal");
    const pine = page.locator(".pine-in-pieces");
    const feet = () => pine.evaluate((it) => getComputedStyle(it).getPropertyValue("--feet"));
    await expect.poll(feet).toBe("62");
    await pine.evaluate((it) => scrollTo(0, it.getBoundingClientRect().bottom));
    await expect.poll(feet).toBe(left);
  });
}

test.describe("a missing page", () => {
  test.use({ expectedConsoleErrors: missingPage });

  test("is where the services' link to tree trimming leads, with advice and the way home", async ({
    page,
  }) => {
    await page.goto("/services");
    const main = page.getByRole("main");
    await main.getByRole("link", { name: "Learn More about Tree Trimming" }).click();
    await expect(page).toHaveURL(/\/services\/tree-trimming$/);
    const heading = page.getByRole("heading", { level: 1 });
    const advice = main.getByText(adviceByPath["/services/tree-trimming"]?.text ?? "");
    await expect(heading).toHaveText("Oops! Page not found");
    await expect(advice).toBeVisible();
    const picture = await main.getByRole("img").boundingBox();
    const { y, height } = (await advice.boundingBox()) ?? { y: 0, height: 0 };
    expect(y + height).toBeLessThan(picture?.y ?? 0);

    // The same page at its own address.
    const response = await page.reload();
    expect(response?.status()).toBe(404);
    await expect(heading).toHaveText("Oops! Page not found");
    await expect(advice.getByRole("link")).toHaveAttribute("href", "/services/tree-pruning");
    await main.getByRole("link", { name: "Return to Home" }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(heading).not.toHaveText("Oops! Page not found");
  });
});

test("a link to a part of a page shows nothing of what stands before it", async ({ page }) => {
  for (const id of ["prices", "properties"]) {
    await page.goto(`/services#${id}`);
    const header = await page.getByRole("banner").boundingBox();
    const top = () =>
      page.locator(`#${id}`).evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThanOrEqual(header?.height ?? 0);
  }
});

test.describe("a link leads to the top of the next page, and Back to where it was", () => {
  test.use({ viewport: wide });

  async function scrollDown(page: Page): Promise<void> {
    await page.evaluate(() => window.scrollTo(0, 700));
    await expect.poll(() => scrollY(page)).toBe(700);
  }

  const about = (page: Page) => page.getByRole("banner").getByRole("link", { name: "About Us" });

  test.use({ hasTouch: true });

  for (const [name, press] of Object.entries({
    "a tap": (page: Page, [x, y]: [number, number]) => page.touchscreen.tap(x, y),
    "a click": (page: Page, [x, y]: [number, number]) => page.mouse.click(x, y),
  })) {
    test(name, async ({ page }) => {
      await page.goto("/");
      await scrollDown(page);
      await press(page, await middleOf(about(page)));
      await expect(page).toHaveURL(/\/about$/);
      await expect(about(page)).toHaveAttribute("aria-current", "page");
      await expect.poll(() => scrollY(page)).toBe(0);
      await page.goBack();
      await expect(page).toHaveURL(/\/$/);
      await expect.poll(() => scrollY(page)).toBe(700);
      await page.goForward();
      await expect(page).toHaveURL(/\/about$/);
      await expect.poll(() => scrollY(page)).toBe(0);
    });
  }
});

test.describe("the header on a wide screen", () => {
  test.use({ viewport: wide });

  const navigationOf = (page: Page) => page.getByRole("navigation", { name: "Main" });
  const marked = (page: Page) => navigationOf(page).locator("[aria-current=page]");
  const background = (locator: Locator) =>
    locator.evaluate((element) => getComputedStyle(element).backgroundColor);

  test("marks the services, and among them the one that is shown", async ({ page }) => {
    await page.goto("/");
    const highlight = await background(marked(page));
    const services = navigationOf(page).locator("summary");
    await expect(services).not.toHaveCSS("background-color", highlight);
    for (const [path, label] of [
      ["/services", "All Services"],
      ["/services/stump-grinding", "Stump Grinding"],
    ] as const) {
      await page.goto(path);
      await expect(marked(page)).toHaveText([label]);
      await expect(services).toHaveCSS("background-color", highlight);
      await services.click();
      await expect(marked(page)).toBeVisible();
    }
  });

  test("the services open and close by keyboard, and where the focus goes", async ({ page }) => {
    await page.goto("/");
    const label = navigationOf(page).locator("summary");
    const links = navigationOf(page).locator("details").getByRole("link");
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await navigationOf(page).getByRole("link", { name: "About Us" }).focus();
    await press("Tab", "Enter");
    await expect(links.first()).toBeVisible();
    await press("Space");
    await expect(links.first()).toBeHidden();

    await press("Space", "Tab", "Tab");
    await expect(links.nth(1)).toBeFocused();
    await press("Escape");
    await expect(links.first()).toBeHidden();
    await expect(label).toBeFocused();

    await press("Space", ...Array(7).fill("Tab"));
    await expect(links.last()).toBeFocused();
    await press("Tab");
    await expect(links.first()).toBeHidden();
    await label.focus();
    await press("Space", "Tab", "Enter");
    await expect(page).toHaveURL(/\/services$/);
    await expect(links.first()).toBeHidden();
  });

  test.describe("of a tablet", () => {
    test.use({ hasTouch: true });

    test("the services open by touch, close beside them, and lead on", async ({ page }) => {
      await page.goto("/");
      const label = navigationOf(page).locator("summary");
      const links = navigationOf(page).locator("details").getByRole("link");
      await label.tap();
      await expect(links).toHaveCount(7);
      await expect(links.last()).toBeVisible();
      await label.tap();
      await expect(links.last()).toBeHidden();

      await label.tap();
      await expect(links.last()).toBeVisible();
      await page.locator("h1").tap({ position: { x: 5, y: 5 } });
      await expect(links.last()).toBeHidden();

      await label.tap();
      await links.filter({ hasText: "Cleanup" }).tap();
      await expect(page).toHaveURL(/\/services\/cleanup$/);
      await expect(links.last()).toBeHidden();
    });
  });
});

test.describe("the drawings that answer to the keyboard", () => {
  test("each pruning cut can be chosen, and shows its picture", async ({ page }) => {
    await page.goto("/services/tree-pruning");
    const cuts = page.getByRole("group", { name: "The cut that the drawing shows" });
    const drawing = (name: PictureName) =>
      cuts.getByRole("img", { name: pictureAlt(name), exact: true });
    await expect(cuts.getByRole("radio")).toHaveCount(Object.keys(pruning.items).length + 1);

    // Tab reaches the group at the selected cut.
    await page.getByRole("main").getByRole("link", { name: figures.rating }).focus();
    await page.keyboard.press("Tab");
    for (const [title, { id }] of Object.entries(pruning.items)) {
      const radio = cuts.getByRole("radio", { name: title });
      await expect(radio).toBeFocused();
      await expect(radio).toBeChecked();
      const cut = drawing(`tree-pruning/${id}`);
      await expect(cut).toBeVisible();
      await expect(cut).toBeInViewport();
      await expect.poll(() => cut.evaluate(isLoaded)).toBe(true);
      for (const other of Object.values(pruning.items)) {
        if (other.id !== id) await expect(drawing(`tree-pruning/${other.id}`)).toBeHidden();
      }
      await page.keyboard.press("ArrowDown");
    }

    // The selection wraps around to the uncut crown.
    await expect(cuts.getByRole("radio", { name: "Uncut" })).toBeChecked();
    await expect(drawing("tree-pruning/base")).toBeVisible();
    for (const { id } of Object.values(pruning.items)) {
      await expect(drawing(`tree-pruning/${id}`)).toBeHidden();
    }
  });

  for (const path of ["/services/tree-pruning", "/services/cleanup"]) {
    test(`the line between before and after moves, on ${path}`, async ({ page }) => {
      await page.goto(path);
      const slider = page.getByRole("slider", { name: "between before and after" });
      const frame = page.locator("figure > div", { has: slider });
      const before = frame.locator("> div").nth(1);
      await slider.focus();
      for (const [key, share] of [
        ["ArrowRight", 51],
        ["ArrowLeft", 50],
        ["ArrowLeft", 49],
        ["End", 100],
        ["Home", 0],
      ] as const) {
        await page.keyboard.press(key);
        await expect(slider).toHaveValue(`${share}`);
        await expect(slider).toHaveAttribute("aria-valuetext", `${share}% before`);
        await expect(before).toHaveCSS("clip-path", `inset(0px ${100 - share}% 0px 0px)`);
      }
    });
  }
});

const isLoaded = (image: Element) => (image as HTMLImageElement).naturalWidth > 0;

test.describe("with forced colors the estimate form", () => {
  test.use({ contextOptions: { forcedColors: "active" } });

  /** Expects a border in another color than the background, since forced colors remove backgrounds. */
  async function expectEdge(control: Locator): Promise<void> {
    await expect(control).toBeVisible();
    const edge = await control.evaluate((element) => {
      const { borderBottomWidth, borderBottomStyle, borderBottomColor, backgroundColor } =
        getComputedStyle(element);
      return {
        hasWidth: Number.parseFloat(borderBottomWidth) > 0,
        style: borderBottomStyle,
        hasOwnColor: borderBottomColor !== backgroundColor,
      };
    });
    expect(edge).toEqual({ hasWidth: true, style: "solid", hasOwnColor: true });
  }

  test("has an edge around every field, every urgency and its button", async ({
    estimate,
    page,
  }) => {
    await estimate.open();
    for (const name of [
      "firstName",
      "lastName",
      "phone",
      "email",
      "address",
      "service",
      "message",
    ] as const) {
      await expectEdge(estimate.control(name));
    }
    await expectEdge(estimate.button);

    const choices = estimate.form.locator("label", { has: page.getByRole("radio") });
    await expect(choices).toHaveCount(4);
    for (const choice of await choices.all()) await expectEdge(choice);
    // The selected choice has a different border.
    const colors = await choices.evaluateAll((labels) =>
      labels.map((label) => getComputedStyle(label).borderBottomColor),
    );
    const [chosen, ...others] = colors;
    expect(others).not.toContain(chosen);
  });
});
