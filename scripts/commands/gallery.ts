/**
 * `npm run gallery`: takes pictures of every page, or of given paths (`npm run gallery -- / /faq`),
 * on a phone, a tablet, and a desktop, in `target/gallery/index.html`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium } from "playwright-core";
import { atEnd, report } from "../process-lifecycle.ts";
import { step } from "../progress.ts";
import { choosePages, fileName, serveSite } from "../served-site.ts";
import { shownPath, TARGET_DIR } from "../settings.ts";
import { CHROMIUM_FLAGS, setUpChromium } from "../setup/chromium.ts";

const GALLERY = path.join(TARGET_DIR, "gallery");

const SCREENS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

export default async function gallery(paths: string[]) {
  const url = await serveSite();
  const pages = choosePages(paths);
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
  writeFileSync(index, `<!doctype html>\n${choosePages([]).map(row).join("\n")}\n`);
  report(`\n  The gallery is ${shownPath(index)}\n`);
}

/** Takes a picture of a whole page. */
async function take(browser: Browser, url: string, page: string, screen: (typeof SCREENS)[0]) {
  const tab = await browser.newPage({ viewport: screen, reducedMotion: "reduce" });
  await tab.goto(url + page);
  // Shows the parts that are rendered only when somebody scrolls to them.
  await tab.evaluate(async () => {
    await document.fonts.ready;
    for (const late of document.querySelectorAll<HTMLElement>(".rendered-late")) {
      late.style.contentVisibility = "visible";
    }
    await Promise.allSettled(
      [...document.images].map((image) => {
        image.loading = "eager";
        return image.decode();
      }),
    );
  });
  const file = path.join(GALLERY, picture(page, screen.width));
  await tab.screenshot({ path: file, fullPage: true, animations: "disabled" });
  await tab.close();
}

function picture(page: string, width: number) {
  return `${fileName(page)}-${width}.png`;
}

/** Returns the pictures of a page, side by side, as HTML. */
function row(page: string) {
  const pictures = SCREENS.map(({ width }) => {
    const file = picture(page, width);
    return `<a href="${file}"><img src="${file}" alt="${page} at ${width} px" width="${width / 2}"></a>`;
  });
  return `<h2>${page}</h2>\n<p style="display: flex; gap: 1rem; align-items: start">\n${pictures.join("\n")}\n</p>`;
}
