import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Locator, type Page, type Request } from "@playwright/test";

// Photos that the server refuses or would spoil as they are, so the browser converts them.

export interface PhotoFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** 587 bytes, smaller than any JPEG. */
export const avif: PhotoFile = {
  name: "mif1-avif.avif",
  mimeType: "image/avif",
  buffer: readFileSync(path.join(import.meta.dirname, "photos", "mif1-avif.avif")),
};

/** Returns a black disc on a transparent background, larger than the stored size. */
export async function inkOnTransparent(page: Page, type: "png" | "webp"): Promise<PhotoFile> {
  const address = await page.evaluate((type) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 2400, height: 600 });
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.arc(1200, 300, 200, 0, 7);
    context.fill();
    return canvas.toDataURL(`image/${type}`);
  }, type);
  const buffer = Buffer.from(address.split(",")[1] ?? "", "base64");
  return { name: `ink.${type}`, mimeType: `image/${type}`, buffer };
}

/** Expects a picture of {@link inkOnTransparent} to be black on white. */
export async function expectInkOnWhite(picture: Locator): Promise<void> {
  const [ground, ink] = await picture.evaluate(async (picture: HTMLImageElement) => {
    await picture.decode();
    const { naturalWidth: width, naturalHeight: height } = picture;
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.drawImage(picture, 0, 0);
    const at = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data.slice(0, 3)];
    return [at(4, 4), at(width / 2, height / 2)];
  });
  expect(Math.min(...(ground ?? [])), `the ground is ${ground}`).toBeGreaterThan(240);
  expect(Math.max(...(ink ?? [])), `the ink is ${ink}`).toBeLessThan(16);
}

/** Returns a photo's size in bytes as a page sends it. */
export async function bytesOf(request: Request | Promise<Request>): Promise<number> {
  return Number((await (await request).allHeaders())["content-length"]);
}
