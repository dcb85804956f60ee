import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import type { Plugin } from "vite";
import { type Picture, photoAlts, photographable, series } from "../src/content/pictures.ts";
import { pictures } from "./picture-sizes.ts";

// Uses sharp itself instead of vite-imagetools, which handles imports of modules: the pages are HTML that
// names its pictures. It neither crops to a drawing's proportions nor explains why a photo does not fit.

/** The module that the pages import the pictures' sizes and the photos from. */
const MODULE = "virtual:pictures";

/** The widths of the files, in pixels: from a portrait beside the form to a screen with two pixels per CSS pixel. */
const WIDTHS = [200, 400, 640, 1200, 1600];
const LARGEST_WIDTH = 2400;

/** The largest width of a file for phones, whose small pixels hide lower quality. */
const PHONE_WIDTH = 640;

/**
 * The formats, best first, with their quality on phones and above. The first picture of a page, a crown full
 * of leaves, has about 20 KB on a phone: with more it appears later than 1.4 s after the request for the
 * page.
 */
const FORMATS = {
  // A higher effort takes five times as long and saves a few percent.
  avif: { phone: 32, quality: 42, options: { effort: 3, chromaSubsampling: "4:2:0" } },
  webp: { phone: 50, quality: 60, options: {} },
  jpeg: { phone: 50, quality: 62, options: { mozjpeg: true } },
} as const;

type Format = keyof typeof FORMATS;

const formats = Object.keys(FORMATS) as Format[];

/** sharp's names of the formats that it can read. `heif` is an AVIF, or a HEIC, which sharp cannot read. */
const READABLE = ["jpeg", "png", "webp", "tiff", "heif"];

/** The share of a photo that a crop must leave. A square of a camera's 3:2, for a face, leaves two thirds. */
const LEAST_KEPT = 0.66;

/** A photo in the form that the pages need. */
export interface Photograph {
  /** The size of the largest file, in pixels. */
  width: number;
  height: number;
  /** The files with their widths, by format. */
  srcSets: Record<Format, string>;
  /** The file for browsers that do not support `srcset`. */
  src: string;
}

/** The inputs for the photos of a site. */
export interface Site {
  /** The app's folder, which contains `src/pictures`. */
  root: string;
  pictures: Readonly<Record<string, Picture>>;
  /** The alternative texts of the photos, by name. */
  photoAlts: Readonly<Record<string, string>>;
  /** The names of the pictures that can be photos. */
  photographable: readonly string[];
  /** The names of pictures that are replaced together. */
  series: readonly (readonly string[])[];
}

export const site: Site = {
  root: path.dirname(import.meta.dirname),
  ...{ pictures, photoAlts, photographable, series },
};

/** Makes the files of the photos in `src/pictures` when a page is rendered, and passes them to the page. */
export function photographs(): Plugin {
  let isBuild: boolean;
  return {
    name: "photographs",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    // Makes a build fail here with one error instead of one for each page.
    async buildStart() {
      if (isBuild) await makePhotographs(site);
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    async load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      const photographs = await makePhotographs(site);
      return `export const pictures = ${JSON.stringify(pictures)}, photographs = ${JSON.stringify(photographs)};`;
    },
  };
}

/**
 * Makes the files of all photos in `build/pictures`, except those that exist already. They have no metadata:
 * sharp writes none, and rotates the picture as the metadata require.
 *
 * @returns the photos, by the names of their pictures
 * @throws one error with all problems that keep photos from being shown, and their solutions
 */
export async function makePhotographs(site: Site): Promise<Record<string, Photograph>> {
  const found = await readdir(path.join(site.root, "src", "pictures"), { recursive: true });
  // Folders and system files have no extension.
  const files = found.filter((file) => !["", ".svg"].includes(path.extname(file))).sort();
  const byName = Map.groupBy(files, (file) => file.slice(0, -path.extname(file).length));

  const problems = [...withoutFile(site, byName), ...withoutOthers(site, byName)];
  for (const [name, [file = "", ...others]] of byName) {
    const problem =
      others.length > 0
        ? `and ${others.map(shown).join(" and ")} replace the same picture: remove one.`
        : await problemOf(site, name, file);
    if (problem) problems.push(`${shown(file)} ${problem}`);
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));

  const photographs: Record<string, Photograph> = {};
  for (const [name, [file = ""]] of byName) photographs[name] = await make(site, name, file);
  return photographs;
}

const sourceOf = ({ root }: Site, file: string) => path.join(root, "src", "pictures", file);

/** Returns the path of a file of `src/pictures` as the owner knows it. */
function shown(file: string): string {
  return `app/src/pictures/${file}`;
}

/** Returns the names that a photo may have in its folder, as advice. */
function namesFor({ photographable }: Site, name: string): string {
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const inFolder = photographable.filter((it) => folder && it.startsWith(folder));
  return inFolder.length > 0
    ? `Name it after a picture that can be a photo: ${inFolder.join(", ")}.`
    : `Move it into the folder of its page, and name it after a drawing there.`;
}

function withoutFile({ photoAlts }: Site, files: ReadonlyMap<string, string[]>): string[] {
  return Object.keys(photoAlts)
    .filter((name) => !files.has(name))
    .map(
      (name) =>
        `"${name}" is in photoAlts of app/src/content/pictures.ts, but its photo is missing: save it as ` +
        `app/src/pictures/${name}.jpg, or remove it from photoAlts.`,
    );
}

/** Returns the problems of the series that are only partly photos. */
function withoutOthers({ series }: Site, files: ReadonlyMap<string, string[]>): string[] {
  return series.flatMap((names) => {
    const missing = names.filter((name) => !files.has(name));
    if (missing.length === 0 || missing.length === names.length) return [];
    const there = names.filter((name) => files.has(name));
    return (
      `${there.join(", ")} and ${missing.join(", ")} belong together: add photos of the same ` +
      `scene (${missing.map((name) => `app/src/pictures/${name}.jpg`).join(", ")}), or remove the one that is there.`
    );
  });
}

/** Returns the reason why a file cannot replace the picture of its name, and what to do. */
async function problemOf(site: Site, name: string, file: string): Promise<string | undefined> {
  const picture = site.pictures[name];
  if (!picture || !site.photographable.includes(name))
    return `replaces no picture. ${namesFor(site, name)}`;
  const alt = site.photoAlts[name];
  if (alt === undefined || (picture.alt && ["", picture.alt].includes(alt)))
    return "has no alt text of its own: describe the photo in photoAlts of app/src/content/pictures.ts.";
  const metadata = await sharp(sourceOf(site, file))
    .metadata()
    .catch(() => undefined);
  if (!metadata || !READABLE.includes(metadata.format) || metadata.compression === "hevc")
    return (
      "cannot be read: save it as a JPEG. An iPhone takes JPEGs after Settings, Camera, Formats, " +
      "Most Compatible; Preview and Photos export them."
    );
  const { width, height } = metadata.autoOrient;
  const size = `${width} × ${height} pixels`;
  const place = `${picture.width} × ${picture.height}`;
  const relative = width / height / (picture.width / picture.height);
  const lost = 1 - Math.min(relative, 1 / relative);
  if (lost > 1 - LEAST_KEPT)
    return (
      `has ${size} and its place is ${place}: a crop would take ${Math.round(100 * lost)}% of it. ` +
      `Take one that is ${relative < 1 ? "wider" : "more upright"}, or crop it yourself to what matters.`
    );
  if (width < picture.width || height < picture.height)
    return (
      `is too small: it has ${size} and its place needs ${place}. Take the original from the ` +
      "camera, not one that was sent in a message."
    );
  return undefined;
}

async function make(site: Site, name: string, file: string): Promise<Photograph> {
  const source = sourceOf(site, file);
  const place = site.pictures[name] as Picture;
  const ratio = place.width / place.height;
  const { autoOrient } = await sharp(source).metadata();
  const whole = Math.round(Math.min(autoOrient.width, autoOrient.height * ratio));
  const widest = Math.min(whole, 2 * place.width, LARGEST_WIDTH);
  const heightOf = (width: number) => Math.round(width / ratio);
  const widths = [...WIDTHS.filter((width) => width < widest), widest];
  const digest = createHash("sha256")
    .update(JSON.stringify([name, widths, heightOf(widest), FORMATS, sharp.versions]))
    .update(await readFile(source))
    .digest("hex")
    .slice(0, 16);
  const folder = path.join(site.root, "build", "pictures", digest);
  const fileOf = (width: number, format: Format) => `${path.basename(name)}-${width}.${format}`;

  if (!existsSync(folder)) {
    const unfinished = `${folder}.part`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    const upright = sharp(source)
      .autoOrient()
      .flatten({ background: "#fff" })
      .toColourspace("srgb");
    for (const width of widths) {
      for (const format of formats) {
        const { phone, quality, options } = FORMATS[format];
        await upright
          .clone()
          .resize(width, heightOf(width))
          .toFormat(format, { ...options, quality: width > PHONE_WIDTH ? quality : phone })
          .toFile(path.join(unfinished, fileOf(width, format)))
          .catch((cause) => {
            throw new Error(`${shown(file)} is damaged: copy it again from the camera.`, { cause });
          });
      }
    }
    await rename(unfinished, folder);
  }

  const address = (width: number, format: Format) =>
    `/build/pictures/${digest}/${fileOf(width, format)}`;
  const srcSet = (format: Format) =>
    widths.map((width) => `${address(width, format)} ${width}w`).join(", ");
  return {
    width: widest,
    height: heightOf(widest),
    srcSets: { avif: srcSet("avif"), webp: srcSet("webp"), jpeg: srcSet("jpeg") },
    src: address(widths.findLast((width) => width <= 1200) ?? widest, "jpeg"),
  };
}
