import sharp from "sharp";

const RED = "#c80000";
const GREEN = "#3d7f53";

/** The rotation of the camera's pixels from upright, in degrees, by the orientation in the metadata. */
const turned = { 1: 0, 3: 180, 6: 270, 8: 90 } as const;

/**
 * Returns a JPEG as a phone saves it: a grainy green with a red top left corner. Its metadata contains the
 * orientation, the place where it was taken, and the phone's color profile.
 *
 * @param width of the upright photo, in pixels
 */
export async function photograph(
  width: number,
  height: number,
  orientation: keyof typeof turned = 1,
): Promise<Buffer> {
  const side = Math.round(height / 5);
  const plain = (width: number, height: number, background: string) =>
    ({ create: { width, height, channels: 3, background } }) as const;
  const noise = { type: "gaussian", mean: 128, sigma: 15 } as const;
  const grain = await sharp({ create: { ...plain(width, height, GREEN).create, noise } })
    .png()
    .toBuffer();
  const upright = await sharp(plain(width, height, GREEN))
    .composite([
      { input: grain, blend: "soft-light" },
      { input: plain(side, side, RED), left: 0, top: 0 },
    ])
    .png()
    .toBuffer();
  return sharp(upright)
    .rotate(turned[orientation])
    .withExif({
      IFD0: { Make: "A phone" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "33/1 45/1 0/1" },
    })
    .withIccProfile("p3")
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
}

/** Returns the color of a picture near its top left corner: red, green, blue. */
export async function cornerOf(file: string): Promise<number[]> {
  const corner = sharp(file).extract({ left: 2, top: 2, width: 8, height: 8 }).resize(1, 1);
  return [...(await corner.raw().toBuffer())];
}
