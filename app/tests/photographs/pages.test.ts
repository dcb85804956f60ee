import { execFileSync } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type HTMLElement, parse } from "node-html-parser";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { founders } from "../../src/content/founders";
import { cornerOf, photograph } from "./photograph";

const checkout = fileURLToPath(new URL("../../../", import.meta.url));

/** The photos, with their pixel sizes and their alternative texts. */
const taken = {
  "home/hero": { size: [1600, 1000], words: "The oak in front of the bungalow." },
  "home/hero-tall": { size: [900, 730], words: "The oak, nearer." },
  "portfolio/crane-removal": { size: [1200, 900], words: "The crane above the house." },
  "portfolio/crown-thinning-job": { size: [1200, 900], words: "Two climbers in the white oak." },
  "about/founder-1": { size: [480, 480], words: "Eli in his helmet." },
} as const;

/** The path of a copy of the app with five photos. */
let copy: string;

// Does what the owner does: saves files, describes the photos, and builds.
beforeAll(async () => {
  const top = mkdtempSync(path.join(tmpdir(), "photographs-"));
  copy = path.join(top, "app");
  const facts = [
    "company.json",
    "region.json",
    "reviews.json",
    "projects.json",
    "prices.json",
    "palette.css",
  ];
  for (const part of [...facts, "node_modules", "scripts", "validator-wasm"])
    symlinkSync(path.join(checkout, part), path.join(top, part));
  const left = /\/(build|node_modules|tests)$|\/pictures\/.*\.(?!svg)\w+$/;
  cpSync(path.join(checkout, "app"), copy, {
    recursive: true,
    filter: (source) => !left.test(source),
  });
  const records = path.join(copy, "src", "content", "pictures.ts");
  let alts = "";
  for (const [name, { size, words }] of Object.entries(taken)) {
    const [width, height] = size;
    const file = path.join(copy, "src", "pictures", `${name}.jpg`);
    writeFileSync(file, await photograph(width, height, 6));
    alts += `"${name}": "${words}",`;
  }
  const source = readFileSync(records, "utf8");
  writeFileSync(records, source.replace(/(?<=photoAlts.*= \{)[^}]*/, alts));
  execFileSync("vite", ["build"], {
    cwd: copy,
    stdio: "pipe",
    env: { ...process.env, PATH: `${checkout}node_modules/.bin:${process.env.PATH}` },
  });
}, 120_000);

afterAll(() => {
  rmSync(path.dirname(copy), { recursive: true });
});

/** Returns the elements of a built page that match a selector. */
function all(page: string, selector: string): HTMLElement[] {
  const html = readFileSync(path.join(copy, "build", "client", page, "index.html"), "utf8");
  return parse(html).querySelectorAll(selector);
}

/** Returns the files that a page offers for a picture: the widths in pixels, by media and type. */
function offered(picture: HTMLElement | undefined) {
  return picture?.querySelectorAll("source").map((source) => ({
    media: source.getAttribute("media"),
    type: source.getAttribute("type"),
    files: (source.getAttribute("srcset") ?? "").split(", ").map((candidate) => {
      const [address = "", width = ""] = candidate.split(" ");
      return {
        file: path.join(copy, "build", "client", address),
        width: Number.parseInt(width, 10),
      };
    }),
  }));
}

test("a photograph stands in its drawing's place, in three formats, with its own words", async () => {
  const plate = all(
    "portfolio",
    `[aria-label="${taken["portfolio/crane-removal"].words}"] picture`,
  )[0];
  const sources = offered(plate) ?? [];
  expect(sources.map(({ type }) => type)).toEqual(["image/avif", "image/webp", "image/jpeg"]);
  for (const { files } of sources) {
    expect(files.map(({ width }) => width)).toEqual([200, 400, 640, 1200]);
    for (const { file, width } of files) {
      const metadata = await sharp(file).metadata();
      expect(metadata).toMatchObject({ width, height: (width * 3) / 4 });
      expect([metadata.exif, metadata.icc, metadata.orientation]).toEqual(Array(3).fill(undefined));
      const [red = 0, green = 0] = await cornerOf(file);
      expect(red).toBeGreaterThan(green + 80);
    }
  }
  const image = plate?.querySelector("img");
  expect(image?.attributes).toMatchObject({ width: "1200", height: "900", loading: "lazy" });
  // A background color fills its place until it has loaded.
  const [ground] = image?.getAttribute("class")?.split(" ") ?? [];
  expect(ground).toMatch(/^bg-/);
  const assets = path.join(copy, "build", "client", "assets");
  const [styles = ""] = globSync("page-*.css", { cwd: assets });
  expect(readFileSync(path.join(assets, styles), "utf8")).toContain(`.${ground}{`);
});

test("a photograph of the job stands with the plate that is drawn of it, and with no other", () => {
  const { words } = taken["portfolio/crown-thinning-job"];
  const plates = all("portfolio", "article").filter((it) =>
    it.querySelector(`img[alt="${words}"]`),
  );
  expect(plates).toHaveLength(1);
  expect(plates[0]?.querySelector("[role=img] img")?.getAttribute("src")).toMatch(/\.svg$/);
});

test("the photograph that is seen first has another shape on wide screens", () => {
  const [hero] = all("", `picture:has(img[fetchpriority="high"])`);
  const media = (offered(hero) ?? []).map((source) => source.media);
  expect(media).toEqual([...Array(3).fill("(min-width: 48rem)"), ...Array(3).fill(undefined)]);
  expect(hero?.querySelector("img")?.getAttribute("alt")).toBe(taken["home/hero-tall"].words);
});

test("the founder with a photograph has a face, beside his words and at the form", () => {
  for (const page of ["about", "contact"]) {
    const faces = all(page, `img[alt="${taken["about/founder-1"].words}"]`);
    expect(faces, page).toHaveLength(1);
  }
  const [photographed, ...others] = founders;
  const articles = all("about", "article:has(h3)");
  const of = (name: string) => articles.find(({ text }) => text.includes(name));
  expect(of(photographed.name)?.querySelector("img")).not.toBeNull();
  for (const { name } of others) expect(of(name)?.querySelector("img")).toBeNull();
  const atForm = all("contact", "#estimate li").map(({ text }) => text);
  expect(atForm).toContain(photographed.name);
  for (const { name } of others) expect(atForm).not.toContain(name);
});

test("pages and files without a photograph are what they were", () => {
  const shown = all("portfolio", "img").map((image) => image.getAttribute("src"));
  expect(shown.filter((source) => source?.endsWith(".svg"))).toHaveLength(5);
  expect(all("faq", "picture")).toEqual([]);
});
