import { randomUUID } from "node:crypto";
import type { CDPSession, Page } from "@playwright/test";
import * as words from "../../app/src/features/photos/words.ts";
import company from "../../company.json" with { type: "json" };
import { expectNoViolation } from "../axe.ts";
import {
  avif,
  expectInkOnWhite,
  inkOnTransparent,
  type PhotoFile,
  bytesOf as settledBytesOf,
} from "../photo-files.ts";
import { expect, nameOf, type RunningSite } from "../running-site.ts";
import { test as base } from "../site/content-security-policy.ts";
import { translate } from "../translate.ts";
import { EstimatePage, ordinaryAnswers } from "./estimate-page.ts";

// Photos of the tree, which a visitor adds to the request that they sent.

interface Name {
  firstName: string;
  lastName: string;
}

/** The page where a visitor adds photos. */
class PhotoPage {
  readonly estimate: EstimatePage;

  constructor(
    readonly page: Page,
    private readonly site: RunningSite,
    private readonly name: Name,
  ) {
    this.estimate = new EstimatePage(page);
  }

  /** Sends a request, to which photos can be added, without filling in the form. */
  async beginAfterRequest(): Promise<void> {
    const form = { ...this.name, ...ordinaryAnswers, urgency: "routine", session_id: randomUUID() };
    await this.page.context().request.post("/contact", { form });
    await this.page.goto("/contact?sent");
    await expect(this.section).toBeVisible();
  }

  /** Sends a request by the form. */
  async sendRequest(more: { email?: string; message?: string } = {}): Promise<void> {
    await this.page.goto("/contact");
    await this.estimate.fill({ ...this.name, ...ordinaryAnswers, ...more });
    await this.estimate.send();
    await expect(this.section).toBeVisible();
  }

  get section() {
    return this.page.getByRole("region", { name: words.heading });
  }

  get items() {
    return this.section.getByRole("listitem");
  }

  get pictures() {
    return this.section.getByRole("img");
  }

  get status() {
    return this.section.getByRole("status");
  }

  button(name: string) {
    return this.section.getByRole("button", { name, exact: true });
  }

  get input() {
    return this.section.locator("[type=file]");
  }

  /** Chooses files as the visitor does with the button. */
  async choose(...files: PhotoFile[]): Promise<void> {
    await this.input.setInputFiles(files);
  }

  /** Adds the first photo, with or without JavaScript. */
  async addOne(): Promise<void> {
    await this.choose(await this.photograph());
    const send = this.button(words.sendLabel);
    if (await send.isVisible()) await send.click();
    await this.expectHere(1);
  }

  /** Expects this many photos to be saved and shown. */
  async expectHere(count: number): Promise<void> {
    await expect(this.status).toContainText(`${count} ${words.received}.`);
    await expect(this.pictures).toHaveCount(count);
    for (const picture of await this.pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(1);
    }
  }

  /** Returns the ids of the photos that the server has, once it has nothing more to decode. */
  async settledIds(): Promise<(string | null | undefined)[]> {
    await this.site.idle();
    const rows = await this.site.sql(
      "SELECT lead_photos.id FROM lead_photos JOIN site_forms ON site_forms.id = lead_id WHERE full_name = $1",
      [nameOf(this.name)],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns a photo of random dots: 600 by 600 pixels take about 500 KB. */
  async photograph(width = 40, quality = 0.9, height = width): Promise<PhotoFile> {
    const draw = ([width, height, quality]: readonly [number, number, number]) => {
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width, height });
      const context = canvas.getContext("2d") as CanvasRenderingContext2D;
      const dots = context.createImageData(width, height);
      for (let index = 0; index < dots.data.length; index += 1)
        dots.data[index] = Math.random() * 256;
      for (let index = 3; index < dots.data.length; index += 4) dots.data[index] = 255;
      context.putImageData(dots, 0, 0);
      return canvas.toDataURL("image/jpeg", quality).split(",")[1] ?? "";
    };
    const base64 = await this.page.evaluate(draw, [width, height, quality] as const);
    return file("tree.jpg", "image/jpeg", Buffer.from(base64, "base64"));
  }
}

const file = (name: string, mimeType: string, buffer: Buffer): PhotoFile => ({
  name,
  mimeType,
  buffer,
});

const text = file("tree.txt", "text/plain", Buffer.from("An oak, over the garage."));
/** The script that enhances the form. */
const script = /\/assets\/index-/;

const heic = file("IMG_1.HEIC", "image/heic", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic"));

const test = base.extend<{ photos: PhotoPage; network: CDPSession }>({
  photos: async ({ page, site, visitorName }, use) => use(new PhotoPage(page, site, visitorName)),
  network: async ({ page }, use) => {
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    await use(network);
  },
});

/** Limits the connection to 400 kbit/s, or takes it offline. */
const setLine = (network: CDPSession, offline: boolean) =>
  network.send("Network.emulateNetworkConditions", {
    offline,
    latency: 100,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });

test.describe("on a slow line", () => {
  test.use({ expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET/ });

  test("four photographs, the line of which breaks twice, are saved once each", async ({
    network,
    photos,
    page,
    violations,
  }) => {
    await photos.sendRequest();
    const files = [
      await photos.photograph(),
      await photos.photograph(350),
      await photos.photograph(),
      await photos.photograph(),
    ];
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") sent.push(request.url());
    });
    // The first photo is saved, and its response is lost.
    await page.route("**/contact/photos/*", async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
      await page.unrouteAll();
    });
    await setLine(network, false);
    await photos.choose(...files);
    const progress = photos.section.getByRole("progressbar", { name: words.nameOf(2) });
    // Waits for the first progress, while the rest is still being sent.
    await progress.evaluate(async (bar) => {
      const isMoving = () => !["0", "100", null].includes(bar.getAttribute("aria-valuenow"));
      while (!isMoving()) await new Promise(requestAnimationFrame);
    });
    await setLine(network, true);
    await expect(photos.status).toContainText(words.interrupted);
    await setLine(network, false);
    await photos.expectHere(4);
    await expect(photos.status).toHaveText(`4 ${words.received}. ${words.thanks}`);
    expect(await photos.settledIds()).toHaveLength(4);
    expect(new Set(sent).size).toBe(4);
    expect(sent.length).toBeGreaterThanOrEqual(6);
    await page.reload();
    await photos.expectHere(4);
    expect(violations).toEqual([]);
  });
});

test("what is large is made smaller before it is sent", async ({ page, photos }) => {
  await photos.beginAfterRequest();
  // Noise takes a decoder the longest, so the picture is low.
  const large = await photos.photograph(2600, 0.9, 260);
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await photos.choose(large);
  expect(await settledBytesOf(sent)).toBeLessThan(large.buffer.length / 2);
  await photos.expectHere(1);
  const rows = await photos.settledIds();
  expect(rows).toHaveLength(1);
});

test("ink on a transparent ground stands on white, in the browser and where it is kept", async ({
  page,
  photos,
}) => {
  await photos.beginAfterRequest();
  await photos.choose(await inkOnTransparent(page, "png"), await inkOnTransparent(page, "webp"));
  for (const time of ["the browser's", "the server's"]) {
    await photos.expectHere(2);
    for (const picture of await photos.pictures.all()) await expectInkOnWhite(picture);
    if (time === "the browser's") await page.reload();
  }
});

test("what only the browser reads goes as a JPEG, however large that is", async ({
  page,
  photos,
}) => {
  await photos.beginAfterRequest();
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await photos.choose(avif);
  expect(await settledBytesOf(sent)).toBeGreaterThan(avif.buffer.length);
  await photos.expectHere(1);
});

const addNoise = () => {
  CanvasRenderingContext2D.prototype.getImageData = (_x, _y, width, height) => {
    const image = new ImageData(width, height);
    crypto.getRandomValues(image.data);
    return image;
  };
};

test.describe("what the server is to judge", () => {
  test.use({ expectedConsoleErrors: /status of 422/ });

  test("a file goes as it is where that is less to send, or the server is to judge it", async ({
    page,
    photos,
  }) => {
    await photos.beginAfterRequest();
    const small = await photos.photograph(40, 0.3);
    // A decoder makes the second half gray without an error.
    const { buffer } = await photos.photograph(600);
    const half = buffer.subarray(0, buffer.length / 2);
    const damaged = file("half.jpg", "image/jpeg", Buffer.concat([half, buffer]));
    const large = await photos.photograph(2600, 0.9, 260);
    for (const photo of [small, damaged, large]) {
      // A browser that adds noise to what is read from a canvas would send noise.
      if (photo === large) await page.evaluate(addNoise);
      const sent = page.waitForRequest((request) => request.method() === "PUT");
      await photos.choose(photo);
      expect(await settledBytesOf(sent)).toBe(photo.buffer.length);
    }
  });
});

test("some are removed, by the keyboard too, and others added, also translated", async ({
  page,
  photos,
}) => {
  await photos.beginAfterRequest();
  await page.evaluate(translate);
  await photos.choose(await photos.photograph(), await photos.photograph());
  await photos.expectHere(2);
  const [first] = await photos.settledIds();
  // A busy page handles a key press before this listener, so it is set before the reload.
  const opened = page.waitForEvent("filechooser");
  await page.reload();
  await photos.button(words.removalOf(2)).press("Enter");
  await photos.expectHere(1);
  await expect(photos.button(words.addLabel)).toBeFocused();
  expect(await photos.settledIds()).toHaveLength(1);
  await page.evaluate(translate);
  await page.keyboard.press("Enter");
  const chooser = await opened;
  expect(chooser.isMultiple()).toBe(true);
  await chooser.setFiles([await photos.photograph()]);
  await photos.expectHere(2);
  await photos.button(words.removalOf(1)).click();
  await photos.expectHere(1);
  await expect(photos.button(words.removalOf(1))).toBeFocused();
  await page.reload();
  await photos.expectHere(1);
  expect(await photos.settledIds()).not.toContain(first);
});

test("more than six are not taken, until one is removed", async ({ photos }) => {
  await photos.beginAfterRequest();
  const files: PhotoFile[] = [];
  for (let count = 0; count < 7; count += 1) files.push(await photos.photograph());
  await photos.choose(...files);
  await photos.expectHere(6);
  await expect(photos.status).toContainText(words.full);
  await expect(photos.button(words.addLabel)).toBeHidden();
  await photos.button(words.removalOf(6)).click();
  await expect(photos.button(words.addLabel)).toBeVisible();
  await photos.choose(...files.slice(6));
  await photos.expectHere(6);
  expect(await photos.settledIds()).toHaveLength(6);
});

test.describe("the script of which", () => {
  test.use({ expectedConsoleErrors: /ERR_FAILED/ });

  test("comes late takes what was chosen by then", async ({ page, photos }) => {
    const release = Promise.withResolvers<void>();
    await page.route(script, async (route) => {
      await release.promise;
      await route.continue();
    });
    await photos.sendRequest();
    await photos.choose(await photos.photograph(), await photos.photograph());
    release.resolve();
    await photos.expectHere(2);
  });

  test("does not come is not needed", async ({ page, photos }) => {
    await page.route(script, (route) => route.abort());
    await photos.sendRequest();
    await photos.choose(await photos.photograph(), await photos.photograph());
    await photos.button(words.sendLabel).click();
    await photos.expectHere(2);
  });
});

test.describe("what the server does not take", () => {
  test.use({ expectedConsoleErrors: /status of (401|413|415|429|503)/ });

  test("says why at its place, and the others go", async ({ page, photos }) => {
    await photos.beginAfterRequest();
    const large = file("film.mp4", "video/mp4", Buffer.alloc(16 * 1024 * 1024));
    await photos.choose(heic, await photos.photograph(), text, await photos.photograph(), large);
    await expect(photos.status).toHaveText(`2 ${words.received}, 3 ${words.refused}.`);
    await expect(photos.items.nth(4)).toContainText("film.mp4: This photo is too large.");
    await expect(photos.items.nth(0)).toContainText("HEIC");
    await expect(photos.items.nth(2)).toContainText("JPEG, PNG or WebP");
    await photos.button(words.removalOf(1)).click();
    await expect(photos.items).toHaveCount(4);
    await photos.choose(await photos.photograph());
    await photos.expectHere(3);
    await page.reload();
    await photos.expectHere(3);
  });

  test("as too many come is sent again, and then by the visitor", async ({ page, photos }) => {
    await photos.beginAfterRequest();
    await page.clock.install();
    const answers = [
      { status: 503, headers: { "retry-after": "5" } },
      { status: 429, headers: { "retry-after": "3000" }, json: { error: "Please try later." } },
    ];
    await page.route("**/contact/photos/*", (route) => {
      const answer = route.request().method() === "PUT" && answers.shift();
      return answer ? route.fulfill(answer) : route.continue();
    });
    await photos.choose(await photos.photograph());
    await expect(photos.status).toContainText(words.interrupted);
    await expect(photos.button(words.retryLabel)).toBeHidden();
    await page.clock.fastForward(5_000);
    await expect(photos.status).toHaveText(`1 ${words.waiting}. Please try later.`);
    await photos.button(words.retryLabel).click();
    await photos.expectHere(1);
    expect(await photos.settledIds()).toHaveLength(1);
  });

  test("as its time is over says what else to do", async ({ context, page, photos }) => {
    await photos.beginAfterRequest();
    await context.clearCookies();
    await photos.choose(await photos.photograph());
    await expect(photos.items).toContainText("The time for adding photos here is over.");
    await page.reload();
    await expect(photos.section).toHaveCount(0);
  });
});

test("what was left before it was sent is asked for", async ({ page, photos }) => {
  await photos.sendRequest();
  await photos.choose(await photos.photograph());
  await photos.expectHere(1);
  await page.route("**/contact/photos/*", (route) =>
    route.request().method() === "PUT" ? undefined : route.continue(),
  );
  const begun = page.waitForRequest((request) => request.method() === "PUT");
  const files = [await photos.photograph(), await photos.photograph()];
  await photos.choose(...files);
  await begun;
  for (let time = 0; time < 2; time += 1) {
    await page.reload();
    await photos.expectHere(1);
    await expect(photos.status).toContainText(words.leftUnsent(2));
  }
  await page.unrouteAll();
  await photos.choose(...files);
  await photos.expectHere(3);
  await page.reload();
  await expect(photos.status).toHaveText(`3 ${words.received}. ${words.thanks}`);
});

test("who begins another request sends no photograph of this one with it", async ({
  page,
  photos,
}) => {
  await photos.sendRequest();
  await page.route("**/contact/photos/*", () => {
    // Never responds.
  });
  const begun = page.waitForRequest((request) => request.method() === "PUT");
  await photos.choose(await photos.photograph(), await photos.photograph());
  await begun;
  await photos.estimate.sendAnother();
  await expect(photos.section).toHaveCount(0);
  expect(await photos.settledIds()).toEqual([]);

  // The next confirmation doesn't report them as missing either.
  await page.evaluate((slug) => {
    localStorage.clear();
    sessionStorage.removeItem(`${slug}-session`);
  }, company.slug);
  await photos.sendRequest({ message: "And the maple." });
  await expect(photos.button(words.addLabel)).toBeVisible();
  await expect(photos.status).toHaveText("");
});

/** Returns the path of the link in the mail to a visitor. */
async function linkOf(site: RunningSite, email: string): Promise<string> {
  const mails = await site.mailsAbout(email);
  const text = mails.join("").replaceAll("=\r\n", "").replaceAll("=3D", "=");
  return /\/contact\/link\/[\w-]+/.exec(text)?.[0] ?? "";
}

const answered = test.extend<object, { siteSettings: Record<string, string> }>({
  siteSettings: { AUTO_REPLY: "true" },
});

answered(
  "the link of a mail leads to what is added by it, on another device",
  async ({ browser, photos, site, visitorName }) => {
    await photos.sendRequest({ email: "jane@gmail.com" });
    await photos.choose(await photos.photograph());
    await photos.expectHere(1);
    const link = await linkOf(site, "jane@gmail.com");
    const device = await browser.newContext({ baseURL: site.url });
    const onPhone = new PhotoPage(await device.newPage(), site, visitorName);
    await onPhone.page.goto(link);
    await expect(onPhone.page).toHaveURL(/\/contact\?sent$/);
    await expect(onPhone.page.locator("#confirmation dl")).toHaveCount(0);
    await expect(onPhone.items).toHaveCount(0);
    await onPhone.choose(await onPhone.photograph(), await onPhone.photograph());
    await onPhone.expectHere(2);
    await onPhone.page.goto("/contact/link/forged");
    await expect(onPhone.page.getByRole("alert")).toContainText("The time for adding photos");
    await device.close();
    // This browser shows what it added, also after following the link.
    await photos.page.goto(link);
    await photos.expectHere(1);
    expect(await photos.settledIds()).toHaveLength(3);
  },
);

for (const javaScriptEnabled of [true, false]) {
  answered.describe(`where JavaScript ${javaScriptEnabled ? "runs" : "does not run"}`, () => {
    answered.use({ javaScriptEnabled });

    answered(
      "a link of another request is taken by the visitor's choice",
      async ({ browser, page, photos, site, violations, visitorName }) => {
        const elsewhere = await browser.newContext({ baseURL: site.url });
        const name = { ...visitorName, firstName: "Kim" };
        const other = new PhotoPage(await elsewhere.newPage(), site, name);
        const email = `kim${javaScriptEnabled}@gmail.com`;
        await other.sendRequest({ email });
        const link = await linkOf(site, email);
        await elsewhere.close();

        await photos.sendRequest();
        await page.goto(link);
        await expect(page).toHaveURL(/\/contact\?sent#photos$/);
        await expect(photos.section).toContainText(words.choice.heading);
        await expect(photos.section).toContainText(ordinaryAnswers.address);
        await expect(photos.input).toHaveCount(0);
        if (javaScriptEnabled) await expectNoViolation(page);
        await photos.button(words.choice.own).click();
        await expect(photos.section).not.toContainText(words.choice.heading);
        await expect(page.locator("#confirmation dl")).toContainText(ordinaryAnswers.address);
        await photos.addOne();
        expect(await photos.settledIds()).toHaveLength(1);

        await page.goto(link);
        await photos.button(words.choice.link).click();
        await expect(photos.items).toHaveCount(0);
        // The page shows no confirmation of one request beside another's photos.
        await expect(page.locator("#confirmation dl")).toHaveCount(0);
        await photos.addOne();
        expect(await photos.settledIds()).toHaveLength(1);
        expect(await other.settledIds()).toHaveLength(1);
        expect(violations).toEqual([]);
      },
    );
  });
}

test.describe("at every width", () => {
  test.use({ expectedConsoleErrors: /status of 415/ });

  test("axe knows no violation, and nothing is cut off", async ({ page, photos, violations }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await photos.sendRequest();
    await photos.choose(await photos.photograph(), await photos.photograph(), heic);
    await expect(photos.status).toHaveText(`2 ${words.received}, 1 ${words.refused}.`);
    await expectNoViolation(page);
    for (const [width, size] of [
      [390, ""],
      [390, "200%"],
      [320, ""],
      [1440, ""],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      const scrollWidth = () =>
        page.evaluate((fontSize) => {
          document.documentElement.style.fontSize = fontSize;
          return document.documentElement.scrollWidth;
        }, size);
      await expect.poll(scrollWidth, `at ${width} px ${size}`).toBe(width);
      for (const button of await photos.section.getByRole("button").all()) {
        const box = await button.boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(44);
        expect(box?.width).toBeGreaterThanOrEqual(44);
      }
    }
    expect(violations).toEqual([]);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("photographs are sent by a form, listed and removed", async ({ page, photos }) => {
    await photos.sendRequest();
    await photos.choose(await photos.photograph(), await photos.photograph());
    await photos.button(words.sendLabel).click();
    await expect(page).toHaveURL(/\/contact\?sent#photos$/);
    await photos.expectHere(2);
    await expect(photos.section).toBeInViewport();
    await page.reload();
    await photos.expectHere(2);
    await photos.button(words.removalOf(1)).click();
    await photos.expectHere(1);
    expect(await photos.settledIds()).toHaveLength(1);

    await photos.choose(text, await photos.photograph());
    await photos.button(words.sendLabel).click();
    await expect(page.getByRole("alert")).toContainText("JPEG, PNG or WebP");
    await photos.expectHere(2);
  });
});
