import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import type { Plugin } from "vite";
import { pictures } from "../src/content/picture-sizes.ts";
import { type Picture, photoAlts, photographable, series } from "../src/content/pictures.ts";

// By sharp itself and not by vite-imagetools: that answers imports of modules, and pages are HTML that names
// its pictures. It neither crops to a drawing's proportions nor says why a photograph does not fit.

/** What the pages import the photographs as. */
const MODULE = "virtual:photographs";

/** The widths that are made, in pixels: from a face beside the form to a screen with two pixels for one. */
const WIDTHS = [200, 400, 640, 1200, 1600];
const LARGEST_WIDTH = 2400;

/** The widest file for phones, whose small pixels hide what less quality does. */
const PHONE_WIDTH = 640;

/**
 * The formats, best first, with their quality on phones and above. On a phone the first picture of a page,
 * a crown full of leaves, has some 20 KB: with more it is seen later than 1.4 s after the page was asked for.
 */
const FORMATS = {
  // With more effort it takes five times as long for a few percent.
  avif: { phone: 32, quality: 42, options: { effort: 3, chromaSubsampling: "4:2:0" } },
  webp: { phone: 50, quality: 60, options: {} },
  jpeg: { phone: 50, quality: 62, options: { mozjpeg: true } },
} as const;

type Format = keyof typeof FORMATS;

const formats = Object.keys(FORMATS) as Format[];

/** What sharp calls the formats that it reads. An AVIF is `heif`, and so is a HEIC, which it cannot read. */
const READABLE = ["jpeg", "png", "webp", "tiff", "heif"];

/** The share of a photograph that a crop must leave, and the one below which somebody should look at it. */
const LEAST_KEPT = 0.7;
const NOTICEABLY_CROPPED = 0.9;

/** The palette's colours, one of which is where a photograph is until it has arrived (`src/styles/app.css`). */
const grounds = [
  "canopy-950",
  "canopy-900",
  "canopy-700",
  "canopy-500",
  "bark-800",
  "bark-500",
  "storm-700",
  "paper-200",
  "paper-50",
];

/** A photograph as the pages show it. */
export interface Photograph {
  /** Pixels of the largest file. */
  width: number;
  height: number;
  /** The palette's colour that is nearest to its mean. */
  ground: string;
  /** The files with their widths, by format. */
  srcSets: Record<Format, string>;
  /** The file for browsers that know no `srcset`. */
  src: string;
}

/** What the photographs of a site are made of. */
export interface Site {
  /** The app's folder: it has `src/pictures`. */
  root: string;
  pictures: Readonly<Record<string, Picture>>;
  /** What is to be seen on the photographs. */
  photoAlts: Readonly<Record<string, string>>;
  /** Names of the pictures that can be photographs. */
  photographable: readonly string[];
  /** Names of pictures that are replaced together. */
  series: readonly (readonly string[])[];
}

/** A photograph in the proportions of its place. */
interface Crop {
  name: string;
  /** Its file in `src/pictures`. */
  file: string;
  place: Picture;
  /** Pixels of what is left. */
  width: number;
  height: number;
  /** The share of the photograph that is left. */
  kept: number;
}

/** Makes the files of the photographs in `src/pictures` when a page is rendered, and tells the page of them. */
export function photographs(): Plugin {
  const site = { root: "", pictures, photoAlts, photographable, series };
  let isBuild: boolean;
  return {
    name: "photographs",
    configResolved({ root, command }) {
      site.root = root;
      isBuild = command === "build";
    },
    // A build fails here with one error, and not with one for each page.
    async buildStart() {
      if (!isBuild) return;
      const { notices } = await makePhotographs(site);
      for (const notice of notices) this.warn(notice);
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    async load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      const { photographs } = await makePhotographs(site);
      return `export default ${JSON.stringify(photographs)}`;
    },
  };
}

/**
 * Makes the files of all photographs in `build/pictures`, except those that are there already. They have no
 * metadata: sharp writes none, and turns the picture as they say.
 *
 * @returns the photographs, by the names of their pictures, and what somebody should look at
 * @throws one error about all that keeps photographs from being shown, with what to do
 */
export async function makePhotographs(
  site: Site,
): Promise<{ photographs: Record<string, Photograph>; notices: string[] }> {
  const found = await readdir(path.join(site.root, "src", "pictures"), { recursive: true });
  // Folders have no ending, nor have files of the system.
  const files = found.filter((file) => !["", ".svg"].includes(path.extname(file))).sort();
  const byName = Map.groupBy(files, (file) => file.slice(0, -path.extname(file).length));

  const problems = [...withoutFile(site, byName), ...withoutOthers(site, byName)];
  const crops: Crop[] = [];
  for (const [name, [file = "", ...others]] of byName) {
    const picture = site.pictures[name];
    if (!picture || !site.photographable.includes(name)) {
      problems.push(`${shown(file)} takes the place of no picture. ${namesFor(site, name)}`);
      continue;
    }
    if (others.length > 0)
      problems.push(`${[file, ...others].map(shown).join(" and ")} take one place: remove one.`);
    problems.push(...withoutWords(file, picture, site.photoAlts[name]));
    const size = await croppedSize(sourceOf(site, file), picture);
    if (typeof size === "string") problems.push(`${shown(file)} ${size}`);
    else crops.push({ name, file, place: picture, ...size });
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));

  const photographs: Record<string, Photograph> = {};
  const notices: string[] = [];
  for (const crop of crops) {
    const lost = `${shown(crop.file)} loses ${percent(1 - crop.kept)} at its edges`;
    if (crop.kept < NOTICEABLY_CROPPED) notices.push(`${lost}: look at it on its page.`);
    photographs[crop.name] = await make(site, crop);
  }
  return { photographs, notices };
}

const sourceOf = ({ root }: Site, file: string) => path.join(root, "src", "pictures", file);

/** A file of `src/pictures`, as the owner knows it. */
function shown(file: string): string {
  return `app/src/pictures/${file}`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}

/** Says how a photograph may be called in its folder. */
function namesFor({ photographable }: Site, name: string): string {
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const inFolder = photographable.filter((it) => folder && it.startsWith(folder));
  return inFolder.length > 0
    ? `Call it after one that can be a photograph: ${inFolder.join(", ")}.`
    : `Move it into the folder of its page, and call it after a drawing there.`;
}

function withoutFile({ photoAlts }: Site, files: ReadonlyMap<string, string[]>): string[] {
  return Object.keys(photoAlts)
    .filter((name) => !files.has(name))
    .map(
      (name) =>
        `"${name}" is among photoAlts in app/src/content/pictures.ts and has no photograph: save it as ` +
        `app/src/pictures/${name}.jpg, or remove it there.`,
    );
}

/** Series that are photographs in part. */
function withoutOthers({ series }: Site, files: ReadonlyMap<string, string[]>): string[] {
  return series.flatMap((names) => {
    const missing = names.filter((name) => !files.has(name));
    if (missing.length === 0 || missing.length === names.length) return [];
    const there = names.filter((name) => files.has(name));
    return (
      `${there.join(", ")} and ${missing.join(", ")} belong together: add photographs of the same ` +
      `scene (${missing.map((name) => `app/src/pictures/${name}.jpg`).join(", ")}), or remove the one that is there.`
    );
  });
}

function withoutWords(file: string, { alt }: Picture, photoAlt: string | undefined): string[] {
  const where = "among photoAlts in app/src/content/pictures.ts.";
  if (photoAlt === undefined || (alt && !photoAlt))
    return [`${shown(file)} has no alt text: say what is to be seen on it, ${where}`];
  if (alt && photoAlt === alt)
    return [`${shown(file)} has the drawing's alt text: say what the photograph shows, ${where}`];
  return [];
}

/** The size of a photograph that is cropped to its place, or why it cannot be shown there. */
async function croppedSize(source: string, { width, height }: Picture) {
  const metadata = await sharp(source)
    .metadata()
    .catch(() => undefined);
  if (!metadata || !READABLE.includes(metadata.format) || metadata.compression === "hevc")
    return (
      "cannot be read: save it as a JPEG. An iPhone takes JPEGs after Settings, Camera, Formats, " +
      "Most Compatible; Preview and Photos export them."
    );
  const { autoOrient: upright } = metadata;
  const ratio = width / height;
  const crop = {
    width: Math.round(Math.min(upright.width, upright.height * ratio)),
    height: Math.round(Math.min(upright.height, upright.width / ratio)),
  };
  const kept = (crop.width * crop.height) / (upright.width * upright.height);
  const size = `${upright.width} × ${upright.height} pixels`;
  if (kept < LEAST_KEPT)
    return (
      `has ${size} and its place is ${width} × ${height}: a crop would take ${percent(1 - kept)} of ` +
      `it. Take one that is ${upright.width / upright.height < ratio ? "wider" : "more upright"}, or ` +
      "crop it yourself to what matters."
    );
  if (crop.width < width || crop.height < height)
    return (
      `is too small: it has ${size} and its place needs ${width} × ${height}. Take the original ` +
      "from the camera, not one that was sent in a message."
    );
  return { ...crop, kept };
}

async function make(site: Site, { name, file, place, ...crop }: Crop): Promise<Photograph> {
  const source = sourceOf(site, file);
  const widest = Math.min(crop.width, 2 * place.width, LARGEST_WIDTH);
  const heightOf = (width: number) => Math.round((width * crop.height) / crop.width);
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
    const { data, info } = await sharp(source)
      .autoOrient()
      .resize(widest, heightOf(widest))
      .flatten({ background: "#fff" })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch((cause) => {
        throw new Error(`${shown(file)} is damaged: copy it anew from the camera.`, { cause });
      });
    for (const width of widths) {
      const resized = sharp(data, { raw: info }).resize(width, heightOf(width));
      for (const format of formats) {
        const { phone, quality, options } = FORMATS[format];
        await resized
          .clone()
          .toFormat(format, { ...options, quality: width > PHONE_WIDTH ? quality : phone })
          .toFile(path.join(unfinished, fileOf(width, format)));
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
    ground: await groundOf(path.join(folder, fileOf(widths[0] ?? widest, "jpeg"))),
    srcSets: { avif: srcSet("avif"), webp: srcSet("webp"), jpeg: srcSet("jpeg") },
    src: address(widths.findLast((width) => width <= 1200) ?? widest, "jpeg"),
  };
}

const palette = readFileSync(new URL("../../palette.css", import.meta.url), "utf8");

/** The colour of the palette that is nearest to a picture's mean. */
async function groundOf(file: string): Promise<string> {
  const { channels } = await sharp(file).stats();
  const distance = (name: string) => {
    const [, hex = ""] = new RegExp(`--color-${name}: #(\\w{6});`).exec(palette) ?? [];
    const colour = [...Buffer.from(hex, "hex")];
    return Math.hypot(...colour.map((value, index) => value - (channels[index]?.mean ?? 0)));
  };
  return grounds.reduce((one, other) => (distance(other) < distance(one) ? other : one));
}
