/**
 * `npm run gallery`: a picture of every page of the served site, on a phone, a tablet and a
 * desktop, to be looked at; with paths (`npm run gallery -- / /faq`) of those. Open
 * `target/gallery/index.html`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import { atEnd, report } from "../process-lifecycle.mjs";
import { step } from "../progress.mjs";
import { choosePages, fileName, serveSite } from "../served-site.mjs";
import { ROOT, shownPath } from "../settings.mjs";
import { CHROMIUM_FLAGS, setUpChromium } from "../setup/chromium.mjs";

const GALLERY = path.join(ROOT, "target", "gallery");

const SCREENS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** @param {string[]} args the pages */
export default async function gallery(args) {
  const url = await serveSite();
  const pages = choosePages(args);
  const browser = await chromium.launch({
    executablePath: await setUpChromium(),
    args: CHROMIUM_FLAGS,
  });
  atEnd(() => browser.close());
  mkdirSync(GALLERY, { recursive: true });

  for (const page of pages) {
    await step(page, async () => {
      for (const screen of SCREENS) await take(browser, url, page, screen);
    });
  }
  const index = path.join(GALLERY, "index.html");
  writeFileSync(index, contents(choosePages([])));
  report(`\n  The gallery is ${shownPath(index)}\n`);
}

/**
 * Takes a picture of a whole page.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {string} page
 * @param {{ width: number, height: number }} screen
 */
async function take(browser, url, page, screen) {
  const tab = await browser.newPage({ viewport: screen, reducedMotion: "reduce" });
  await tab.goto(url + page);
  // What would only load when somebody scrolls to it.
  await tab.evaluate(async () => {
    await document.fonts.ready;
    for (const late of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll(".rendered-late")
    )) {
      late.style.contentVisibility = "visible";
    }
    await Promise.allSettled(
      [...document.images].map((image) => {
        image.loading = "eager";
        return image.decode();
      }),
    );
  });
  await tab.screenshot({
    path: path.join(GALLERY, picture(page, screen.width)),
    fullPage: true,
    animations: "disabled",
  });
  await tab.close();
}

/**
 * @param {string} page
 * @param {number} width
 */
function picture(page, width) {
  return `${fileName(page)}-${width}.png`;
}

/**
 * All pictures side by side, a page a row.
 *
 * @param {string[]} pages
 */
function contents(pages) {
  const rows = pages.map((page) => {
    const pictures = SCREENS.map(
      ({ width }) =>
        `<a href="${picture(page, width)}"><img src="${picture(page, width)}" alt="${page} at ${width} px" width="${width / 2}"></a>`,
    );
    return `<h2>${page}</h2>\n<p>${pictures.join("\n")}</p>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Gallery</title>
<style>body { font-family: sans-serif } p { display: flex; gap: 1rem; align-items: start }</style>
<h1>Every page at ${SCREENS.map(({ width }) => width).join(", ")} px</h1>
${rows.join("\n")}
</html>
`;
}
