import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Picture } from "../../src/content/pictures";
import { makePhotographs } from "../../tools/photographs";
import { cornerOf, photograph } from "./photograph";

/** A picture, with the alternative text of its photo. */
type Place = Picture & { photoAlt?: string };

const wide: Place = { width: 120, height: 90, alt: "A drawing.", photoAlt: "A photograph." };
const drawn: Place = { width: 120, height: 90, alt: "A drawing." };

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "photographs-"));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

/** Makes the photos of a site with these files and pictures. The picture "a/measure" cannot be a photo. */
async function make(
  files: Record<string, Buffer | string>,
  pictures: Record<string, Place>,
  series: string[][] = [],
) {
  mkdirSync(path.join(root, "src", "pictures", "a"), { recursive: true });
  for (const [file, content] of Object.entries(files))
    writeFileSync(path.join(root, "src", "pictures", file), content);
  const photographable = Object.keys(pictures).filter((name) => name !== "a/measure");
  const photoAlts = Object.fromEntries(
    Object.entries(pictures).flatMap(([name, { photoAlt }]) =>
      photoAlt === undefined ? [] : [[name, photoAlt]],
    ),
  );
  return makePhotographs({ root, pictures, photoAlts, photographable, series });
}

/** Returns the files of a `srcset`, with their widths. */
function filesOf(srcSet = "") {
  return srcSet.split(", ").map((candidate) => {
    const [address = "", width = ""] = candidate.split(" ");
    return { file: path.join(root, address), width: Number.parseInt(width, 10) };
  });
}

test("a photograph is made in every format, in the widths up to twice its place", async () => {
  const files = { "a/oak.jpg": await photograph(400, 300) };
  const photographs = await make(files, { "a/oak": wide });
  const { "a/oak": oak } = photographs;
  expect(oak).toMatchObject({ width: 240, height: 180 });
  expect(Object.keys(oak?.srcSets ?? {})).toEqual(["avif", "webp", "jpeg"]);
  for (const [format, srcSet] of Object.entries(oak?.srcSets ?? {})) {
    const made = filesOf(srcSet);
    expect(made.map(({ width }) => width)).toEqual([200, 240]);
    for (const { file, width } of made) {
      const metadata = await sharp(file).metadata();
      expect(metadata).toMatchObject({ width, height: (width * 3) / 4 });
      expect(file.endsWith(`.${format}`)).toBe(true);
      expect(metadata.format).toBe(format === "avif" ? "heif" : format);
    }
  }
});

test("a photograph is never made larger than it is", async () => {
  const files = { "a/oak.jpg": await photograph(140, 105) };
  const photographs = await make(files, { "a/oak": wide });
  expect(filesOf(photographs["a/oak"]?.srcSets.avif).map(({ width }) => width)).toEqual([140]);
});

test.each([1, 3, 6, 8] as const)(
  "a photograph held as orientation %i says stands upright, and nothing tells where it was taken",
  async (orientation) => {
    const taken = await photograph(300, 225, orientation);
    const { exif, icc } = await sharp(taken).metadata();
    expect([exif, icc]).toEqual([expect.any(Buffer), expect.any(Buffer)]);
    const photographs = await make({ "a/oak.jpg": taken }, { "a/oak": wide });
    for (const srcSet of Object.values(photographs["a/oak"]?.srcSets ?? {})) {
      for (const { file } of filesOf(srcSet)) {
        const { width, height, ...metadata } = await sharp(file).metadata();
        expect(width).toBeGreaterThan(height);
        const [red = 0, green = 0] = await cornerOf(file);
        expect(red).toBeGreaterThan(green + 165);
        for (const kind of ["exif", "gps", "icc", "iptc", "xmp", "orientation"])
          expect(metadata).not.toHaveProperty(kind);
        expect(readFileSync(file).includes("A phone")).toBe(false);
      }
    }
  },
);

test("a camera's 3:2 fits a square, such as a founder's face", async () => {
  const square = { ...wide, width: 90, height: 90 };
  const photographs = await make({ "a/oak.jpg": await photograph(300, 200) }, { "a/oak": square });
  expect(photographs["a/oak"]).toMatchObject({ width: 180, height: 180 });
});

test("a photograph of other proportions is cropped to its place", async () => {
  const files = { "a/oak.jpg": await photograph(400, 225) };
  const photographs = await make(files, { "a/oak": wide });
  expect(photographs["a/oak"]).toMatchObject({ width: 240, height: 180 });
});

test("the files of a photograph are made once, and anew when it is another", async () => {
  const build = path.join(root, "build", "pictures");
  await make({ "a/oak.jpg": await photograph(120, 90) }, { "a/oak": wide });
  const [first = ""] = readdirSync(build);
  writeFileSync(path.join(build, first, "mark"), "");
  await make({}, { "a/oak": wide });
  expect(readdirSync(path.join(build, first))).toContain("mark");
  const photographs = await make({ "a/oak.jpg": await photograph(160, 120) }, { "a/oak": wide });
  expect(photographs["a/oak"]?.src).not.toContain(first);
});

/** The faults that keep photos from being shown, with their messages. */
const refused: Record<
  string,
  {
    files: () => Promise<Record<string, Buffer | string>>;
    pictures?: Record<string, Place>;
    series?: string[][];
    words: string;
  }
> = {
  "is upright where its place is wide": {
    files: async () => ({ "a/oak.jpg": await photograph(300, 400) }),
    words:
      "app/src/pictures/a/oak.jpg has 300 × 400 pixels and its place is 120 × 90: a crop would take " +
      "44% of it. Take one that is wider, or crop it yourself to what matters.",
  },
  "is wide where its place is upright": {
    files: async () => ({ "a/oak.jpg": await photograph(400, 300) }),
    pictures: { "a/oak": { ...wide, width: 90, height: 120 } },
    words: "Take one that is more upright",
  },
  "is too small": {
    files: async () => ({ "a/oak.jpg": await photograph(100, 75) }),
    words:
      "app/src/pictures/a/oak.jpg is too small: it has 100 × 75 pixels and its place needs 120 × 90. " +
      "Take the original from the camera",
  },
  "is too small once it is cropped": {
    files: async () => ({ "a/oak.jpg": await photograph(150, 89) }),
    words: "app/src/pictures/a/oak.jpg is too small",
  },
  "is a HEIC": {
    files: async () => ({ "a/oak.heic": `\0\0\0\x18ftypheic\0\0\0\0mif1heic${"\0".repeat(64)}` }),
    words: "app/src/pictures/a/oak.heic cannot be read: save it as a JPEG. An iPhone",
  },
  "is no picture": {
    files: async () => ({ "a/oak.jpg": "words" }),
    words: "app/src/pictures/a/oak.jpg cannot be read",
  },
  "ends in its middle": {
    files: async () => ({ "a/oak.jpg": (await photograph(120, 90)).subarray(0, -500) }),
    words: "app/src/pictures/a/oak.jpg is damaged: copy it again",
  },
  "has no alt text": {
    files: async () => ({ "a/oak.jpg": await photograph(120, 90) }),
    pictures: { "a/oak": drawn },
    words:
      "app/src/pictures/a/oak.jpg has no alt text of its own: describe the photo in photoAlts of " +
      "app/src/content/pictures.ts.",
  },
  "has the drawing's alt text": {
    files: async () => ({ "a/oak.jpg": await photograph(120, 90) }),
    pictures: { "a/oak": { ...drawn, photoAlt: drawn.alt } },
    words: "app/src/pictures/a/oak.jpg has no alt text of its own",
  },
  "is not there": {
    files: async () => ({}),
    words:
      '"a/oak" is in photoAlts of app/src/content/pictures.ts, but its photo is missing: save it as',
  },
  "has another name": {
    files: async () => ({ "a/IMG_1234.JPG": await photograph(120, 90) }),
    pictures: { "a/oak": drawn, "a/measure": drawn },
    words:
      "app/src/pictures/a/IMG_1234.JPG replaces no picture. Name it after a picture that can " +
      "be a photo: a/oak.",
  },
  "would replace what stays drawn": {
    files: async () => ({ "a/measure.jpg": await photograph(120, 90) }),
    pictures: { "a/oak": drawn, "a/measure": drawn },
    words: "app/src/pictures/a/measure.jpg replaces no picture",
  },
  "lies in no page's folder": {
    files: async () => ({ "oak.jpg": await photograph(120, 90) }),
    pictures: { "a/oak": drawn },
    words: "app/src/pictures/oak.jpg replaces no picture. Move it into the folder",
  },
  "is there twice": {
    files: async () => {
      const taken = await photograph(120, 90);
      return { "a/oak.jpg": taken, "a/oak.JPEG": taken };
    },
    words:
      "app/src/pictures/a/oak.JPEG and app/src/pictures/a/oak.jpg replace the same picture: remove one.",
  },
  "replaces half of a pair": {
    files: async () => ({ "a/before.jpg": await photograph(120, 90) }),
    pictures: { "a/before": wide, "a/after": drawn },
    series: [["a/before", "a/after"]],
    words:
      "a/before and a/after belong together: add photos of the same scene " +
      "(app/src/pictures/a/after.jpg), or remove the one that is there.",
  },
};

test.each(Object.entries(refused))(
  "a photograph that %s is refused, with what to do",
  async (_, { files, pictures = { "a/oak": wide }, series, words }) => {
    await expect(make(await files(), pictures, series)).rejects.toThrow(words);
  },
);

test("all that is wrong is told at once, and files of the system are passed over", async () => {
  const files = { "a/oak.jpg": "words", "a/elm.jpg": "words", "a/.DS_Store": "" };
  const { message } = await make(files, { "a/oak": wide, "a/elm": wide }).catch((error) => error);
  expect(message.split("\n")).toEqual([
    expect.stringContaining("a/elm.jpg cannot be read"),
    expect.stringContaining("a/oak.jpg cannot be read"),
  ]);
});
