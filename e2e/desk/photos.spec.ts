import { randomUUID } from "node:crypto";
import type { Locator, Page, Request } from "@playwright/test";
import { ordinaryAnswers } from "../estimate/estimate-page.ts";
import { avif, bytesOf, expectInkOnWhite, inkOnTransparent } from "../photo-files.ts";
import type { LeadRow, RunningSite } from "../running-site.ts";
import {
  type DeskPage,
  expect,
  expectAccessible,
  PARTNER,
  relative,
  sendRequest,
  test,
} from "./desk-page.ts";

// Photos of the tree are seen, added, and removed at the desk, and kept on the phone for a limited time.

test.use({ expectedConsoleErrors: /Failed to load resource/ });

/** The width of {@link jpeg}, larger than a thumbnail. */
const FULL = 480;

/** Returns a JPEG that stands for a photo of a tree. */
async function jpeg(page: Page): Promise<Buffer> {
  const address = await page.evaluate((width) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height: width / 1.5 });
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.fillStyle = "#3d7f53";
    context.fillRect(0, 0, width, width);
    return canvas.toDataURL("image/jpeg");
  }, FULL);
  return Buffer.from(address.split(",")[1] ?? "", "base64");
}

/** Adds photos with a page's session, as another phone would. Returns their URLs. */
async function add(page: Page, site: RunningSite, lead: LeadRow | undefined, count = 1) {
  const added: string[] = [];
  const headers = { origin: site.url, "content-type": "image/jpeg" };
  for (let number = 0; number < count; number += 1) {
    const address = `${site.url}/api/desk/leads/${lead?.id}/photos/${randomUUID()}`;
    const answer = await page.request.put(address, { data: await jpeg(page), headers });
    expect(answer.status()).toBe(201);
    added.push(address);
  }
  return added;
}

/** Returns a loaded image's intrinsic width. */
const widthOf = (image: Locator) =>
  image.evaluate((element: HTMLImageElement) => element.naturalWidth);

/** Returns the paths of the photos that the phone keeps. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("photos-"));
    const requests = names.map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(requests)).flat().map(({ url }) => new URL(url).pathname);
  });

const thumbnail = (desk: DeskPage, name: string) => desk.lead.getByRole("img", { name });

test("a row and its lead show new photos", async ({ desk, page, site, visitor }) => {
  await sendRequest(site, visitor);
  const [lead] = await site.leadsOf(visitor.name);
  await desk.signIn();
  const row = desk.row(visitor.name);
  const image = row.locator("img");
  await expect(row).toBeVisible();
  await expect(image).toHaveCount(0);
  await add(page, site, lead);
  await expect.poll(() => widthOf(image)).toBe(320);
  await expect(image).toHaveAttribute("alt", "");
  await expect(row).toContainText("1 photo");

  await desk.open(visitor.name);
  await expect.poll(() => widthOf(thumbnail(desk, "Photo 1 of 1"))).toBe(320);
  await add(page, site, lead);
  await expect.poll(() => widthOf(thumbnail(desk, "Photo 2 of 2"))).toBe(320);
  await expect(row).toContainText("2 photos");
  await expect(row.locator("img")).toHaveCount(1);
});

test("the keyboard shows and zooms photos", async ({ openLead: visitor, page, site }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const [lead] = await site.leadsOf(visitor.name);
  await add(page, site, lead, 3);
  await page.getByRole("button", { name: "Photo 2 of 3" }).press("Enter");
  const shown = (number: number) => page.getByRole("dialog", { name: `Photo ${number} of 3` });
  const image = page.getByRole("dialog").getByRole("img");
  await expect(shown(2)).toBeVisible();
  await expect.poll(() => widthOf(image)).toBe(FULL);
  await expect.poll(() => shown(2).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  await page.keyboard.press("ArrowRight");
  await expect(shown(3)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(shown(1)).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(shown(3)).toBeVisible();

  const box = async () => (await image.boundingBox()) ?? { x: 0, width: 0 };
  const fits = await box();
  await page.keyboard.press("+");
  await expect.poll(async () => (await box()).width).toBeCloseTo(fits.width * 1.5);
  const near = await box();
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await box()).x).toBeCloseTo(near.x - 80);
  await expect(shown(3)).toBeVisible();
  await page.keyboard.press("-");
  await expect.poll(box).toEqual(fits);
  await page.getByRole("button", { name: "Next", exact: true }).press("Enter");
  await expect(shown(1)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Photo 2 of 3" })).toBeFocused();
});

test("fingers zoom and swipe photos", async ({ desk, openLead: visitor, page, site }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const [lead] = await site.leadsOf(visitor.name);
  await add(page, site, lead, 2);
  await thumbnail(desk, "Photo 1 of 2").click();
  const image = page.getByRole("dialog").getByRole("img");
  await expect.poll(() => widthOf(image)).toBe(FULL);
  // Two taps are a double tap within 300 ms.
  await desk.stopClock();
  const width = async () => (await image.boundingBox())?.width;
  const devTools = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...points: [number, number][]) =>
    devTools.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
  await touch("touchStart", [150, 400]);
  await touch("touchStart", [150, 400], [250, 400]);
  await touch("touchMove", [100, 400], [300, 400]);
  await touch("touchEnd");
  await expect.poll(width).toBeCloseTo((390 - 24) * 2);
  for (const scale of [1, 3, 1]) {
    await page.mouse.dblclick(195, 400);
    await expect.poll(width).toBeCloseTo((390 - 24) * scale);
  }
  await touch("touchStart", [300, 400]);
  await touch("touchMove", [180, 405]);
  await touch("touchEnd");
  await expect(page.getByRole("dialog", { name: "Photo 2 of 2" })).toBeVisible();
});

/** Returns the photos of leads that are stored at the server. */
const stored = (site: RunningSite) =>
  site.sql("SELECT FROM lead_photos JOIN site_forms ON lead_id = site_forms.id");

const file = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

/** Chooses files for the open lead. */
async function choose(desk: DeskPage, ...files: ReturnType<typeof file>[]) {
  const chooser = desk.page.waitForEvent("filechooser");
  await desk.lead.getByRole("button", { name: "Add a photo" }).click();
  await (await chooser).setFiles(files);
}

test("photos are added, refused, and removed", async ({ desk, openLead: _, page, site }) => {
  await choose(
    desk,
    file("oak.jpg", await jpeg(page)),
    file("words.jpg", Buffer.from("No photograph at all")),
    file("pine.jpg", await jpeg(page)),
  );
  const refusal = desk.lead.getByRole("alert");
  await expect(refusal).toContainText("words.jpg was not added. This file is no photo");
  await expect(refusal).not.toContainText(/oak|pine/);
  await expect(thumbnail(desk, "Photo 2 of 2")).toBeVisible();
  await expect(page.getByRole("region", { name: "History" })).toContainText("Photo added");

  // A photo that failed because of the network is sent again by itself, and once.
  await page.route("**/photos/*", (route) => route.abort());
  const aborted = page.waitForEvent("requestfailed");
  await choose(desk, file("elm.jpg", await jpeg(page)));
  await aborted;
  await expect(desk.lead).toContainText("Sending 1 photo…");
  await expect(refusal).toHaveCount(0);
  await page.unroute("**/photos/*");
  await expect(thumbnail(desk, "Photo 3 of 3")).toBeVisible();
  await expect(desk.lead).not.toContainText("Sending");
  await expect.poll(() => stored(site)).toHaveLength(3);

  await thumbnail(desk, "Photo 3 of 3").click();
  const press = (name: string) =>
    desk
      .answer(name)
      .and(page.getByText(name, { exact: true }))
      .click();
  await press("Remove…");
  await press("Keep");
  await press("Remove…");
  await press("Remove");
  await expect(page.getByRole("dialog", { name: "Photo 1 of 2" })).toBeVisible();
  await expect.poll(() => stored(site)).toHaveLength(2);
  await press("Remove…");
  await desk.setOffline(true);
  await press("Remove");
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("It is still there.");
});

test("the desk converts photos as the site does", async ({ desk, openLead: _, page }) => {
  const sent: Request[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sent.push(request);
  });
  const ink = await inkOnTransparent(page, "png");
  const chooser = page.waitForEvent("filechooser");
  await desk.lead.getByRole("button", { name: "Add a photo" }).click();
  await (await chooser).setFiles([ink, avif]);
  await expect.poll(() => widthOf(thumbnail(desk, "Photo 2 of 2"))).toBe(320);
  await expect(desk.lead.getByRole("alert")).toHaveCount(0);
  await expectInkOnWhite(thumbnail(desk, "Photo 1 of 2"));
  const [, bytes = 0] = await Promise.all(sent.map(bytesOf));
  expect(bytes).toBeGreaterThan(avif.buffer.length);
});

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow" });

  test("the photos that were viewed last are there", async ({
    desk,
    openLead: visitor,
    page,
    site,
  }) => {
    const [lead] = await site.leadsOf(visitor.name);
    // Photos that were viewed before.
    await page.evaluate(async () => {
      for (const [size, count] of Object.entries({ full: 40, thumbnail: 200 })) {
        const cache = await caches.open(`photos-${size}`);
        for (let n = 0; n < count; n += 1) await cache.put(`/before/${size}/${n}`, new Response());
      }
    });
    await add(page, site, lead, 2);
    await thumbnail(desk, "Photo 1 of 2").click();
    const image = page.getByRole("dialog").getByRole("img");
    await expect.poll(() => widthOf(image)).toBe(FULL);
    // Two thumbnails and a photo replace the oldest ones.
    const before = async () => (await kept(page)).filter((path) => path.startsWith("/before"));
    await expect.poll(before).toHaveLength(237);
    const paths = await before();
    expect(paths).toEqual(expect.arrayContaining(["/before/full/1", "/before/thumbnail/2"]));

    await desk.goOffline();
    await page.reload();
    await expect.poll(() => widthOf(desk.row(visitor.name).locator("img"))).toBe(320);
    await thumbnail(desk, "Photo 1 of 2").click();
    await expect.poll(() => widthOf(image)).toBe(FULL);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => widthOf(image)).toBe(320);
    await expect(page.getByRole("dialog")).toContainText("the large one needs a connection");
    await desk.setOffline(false);
    await expect.poll(() => widthOf(image)).toBe(FULL);
    await expect(page.getByRole("dialog")).not.toContainText("needs a connection");
  });
});

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow" });

  test("a photo waits on the phone, and is sent once", async ({
    desk,
    openLead: _,
    page,
    site,
  }) => {
    await desk.goOffline();
    await choose(desk, file("oak.jpg", await jpeg(page)));
    const waiting = desk.lead.getByText("Waits for a connection: 1 photo");
    await expect(waiting).toBeVisible();
    await page.reload();
    await expect(waiting).toBeVisible();
    await expect.poll(() => stored(site)).toHaveLength(0);
    await desk.setOffline(false);
    await expect.poll(() => widthOf(thumbnail(desk, "Photo 1 of 1"))).toBe(320);
    await expect(waiting).toHaveCount(0);
    await page.reload();
    await expect(thumbnail(desk, "Photo 1 of 1")).toBeVisible();
    await desk.poll();
    await expect.poll(() => stored(site)).toHaveLength(1);
  });
});

test("a photo that waits is gone after signing out", async ({ desk, openLead: _, page }) => {
  await page.route("**/photos/*", (route) => route.abort());
  await choose(desk, file("oak.jpg", await jpeg(page)));
  await expect(desk.lead).toContainText("Sending 1 photo…");
  await desk.goTo("You");
  await expect(page.locator(".list")).toContainText("Photos that are not sent would be lost");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect.poll(() => desk.kept()).not.toContain("oak.jpg");
});

test("a refused photo of a closed lead is reported", async ({ desk, openLead: _, page }) => {
  const sending = Promise.withResolvers<void>();
  await page.route("**/photos/*", async (route) => {
    await sending.promise;
    await route.continue();
  });
  await choose(desk, file("oak.jpg", Buffer.from("x")));
  await expect(desk.lead.getByText("Sending 1 photo…")).toBeVisible();
  await desk.goTo("More");
  await expect(desk.lead).toBeHidden();
  sending.resolve();
  await expect(desk.toast).toContainText("oak.jpg was not added. This file is no photo");
});

test("removing and signing out delete photos", async ({ desk, openLead: visitor, page, site }) => {
  const [lead] = await site.leadsOf(visitor.name);
  const [first = "", second = ""] = await add(page, site, lead, 2);
  await thumbnail(desk, "Photo 2 of 2").click();
  await expect.poll(async () => (await kept(page)).length).toBe(3);
  await page.keyboard.press("Escape");
  const headers = { origin: site.url, "content-type": "application/json" };
  await page.request.delete(second, { headers });
  await expect(thumbnail(desk, "Photo 1 of 1")).toBeVisible();
  await expect.poll(() => kept(page)).toEqual([`${new URL(first).pathname}/thumbnail`]);

  await desk.goTo("You");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect.poll(() => kept(page)).toEqual([]);
  // The browser's HTTP cache doesn't have them either.
  await desk.setOffline(true);
  const read = (address: string) =>
    page.evaluate(
      (address) => fetch(address, { cache: "force-cache" }).then((answer) => answer.status, String),
      address,
    );
  for (const photo of [first, second]) {
    for (const end of ["", "/thumbnail"]) {
      await expect.poll(() => read(photo + end)).toContain("Failed to fetch");
    }
  }
});

test("no photo outlives the session, or its lead", async ({ desk, page, site, visitor }) => {
  await sendRequest(site, visitor);
  const [lead] = await site.leadsOf(visitor.name);
  const other = relative(visitor);
  await sendRequest(site, other);
  const [erased] = await site.leadsOf(other.name);
  await desk.signIn(PARTNER);
  await add(page, site, lead);
  await add(page, site, erased);
  await expect.poll(async () => (await kept(page)).length).toBe(2);

  await desk.open(other.name);
  await page.getByRole("link", { name: "Privacy request…" }).click();
  await expect(desk.lead).toContainText("And 1 photo");
  await page.getByRole("textbox", { name: "to confirm" }).fill("erase");
  await page.keyboard.press("Enter");
  await expect(desk.toast.filter({ hasText: "Erased" })).toBeVisible();
  await expect.poll(() => kept(page)).toEqual([expect.stringContaining(String(lead?.id))]);

  await site.sql("DELETE FROM desk_sessions");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect.poll(() => kept(page)).toEqual([]);
});

test("photos of a suspect lead wait for a verdict", async ({ desk, page, site, visitor }) => {
  // Sent as a visitor, with the browser's own cookie.
  const suspect = { urgency: "emergency", website: "https://a.example" };
  const form = { ...ordinaryAnswers, ...visitor, ...suspect };
  await page.request.post(`${site.url}/contact`, { form });
  const headers = { "content-type": "image/jpeg" };
  const address = `${site.url}/contact/photos/${randomUUID()}`;
  const sent = await page.request.put(address, { data: await jpeg(page), headers });
  expect(sent.status()).toBe(201);
  await desk.signIn();
  await desk.open(visitor.name);
  await expect(desk.lead).toContainText("Is this a customer?");
  await expect(desk.lead).not.toContainText("photo");
  await expect(page.locator("#desk img")).toHaveCount(0);
  await desk.lead.getByRole("button", { name: "Customer", exact: true }).click();
  await expect.poll(() => widthOf(thumbnail(desk, "Photo 1 of 1"))).toBe(320);
  await expect.poll(() => widthOf(desk.row(visitor.name).locator("img"))).toBe(320);
});

test("photos pass axe, with room for large text", async ({
  desk,
  openLead: visitor,
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const [lead] = await site.leadsOf(visitor.name);
  await add(page, site, lead, 2);
  await expect.poll(() => widthOf(thumbnail(desk, "Photo 2 of 2"))).toBe(320);
  const devTools = await page.context().newCDPSession(page);
  const tooSmallOrOutside = () =>
    page
      .locator("dialog button")
      .evaluateAll((all) =>
        all
          .map((element) => element.getBoundingClientRect())
          .filter(
            ({ width, height, right, bottom }) =>
              Math.min(width, height) < 44 || right > innerWidth || bottom > innerHeight,
          ),
      );
  const look = async (where: string) => {
    await expectAccessible(page, where);
    for (const size of [32, 16]) {
      await devTools.send("Page.setFontSizes", { fontSizes: { standard: size, fixed: size } });
      await expect.poll(tooSmallOrOutside, `${where} at ${size} px`).toEqual([]);
    }
  };
  await look("a lead");
  await thumbnail(desk, "Photo 1 of 2").click();
  await expect.poll(() => widthOf(page.getByRole("dialog").getByRole("img"))).toBe(FULL);
  await look("a photograph");
  await page.getByRole("button", { name: "Remove…" }).click();
  await look("a question");
});
