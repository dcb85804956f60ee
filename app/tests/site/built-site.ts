import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type HTMLElement, parse } from "node-html-parser";
import { pages as described } from "../../src/pages";

/** The folder of the built site. */
export const folder = fileURLToPath(new URL("../../build/client/", import.meta.url));

/** A built page. */
export interface BuiltPage {
  path: string;
  document: HTMLElement;
}

/** The paths of all pages, including those that respond to other addresses. */
export const paths = Object.values(described).map(({ path }) => path);

/** The pages that respond to other addresses: missing ones, and `/contact?sent`. */
export const unlistedPaths = ["/404", "/contact/sent"];

/** The paths of the pages that have their own address. */
export const listedPaths = paths.filter((path) => !unlistedPaths.includes(path));

/** All pages of the built site. */
export const pages: BuiltPage[] = paths.map((page) => ({
  path: page,
  document: parse(readBuilt(path.join(page, "index.html")).toString()),
}));

/** Returns a page of the built site. */
export function pageAt(wanted: string): BuiltPage | undefined {
  return pages.find((page) => page.path === wanted.replace(/(?<=.)\/$/, ""));
}

/** Returns a file of the built site by its path from the site's root. */
export function readBuilt(file: string): Buffer {
  return readFileSync(path.join(folder, file));
}

/** Returns whether the built site has a file. */
export function isBuilt(file: string): boolean {
  return existsSync(path.join(folder, file));
}

/** Returns the built files with one of these extensions, without the desk, which is in the same folder. */
export function builtFiles(...endings: string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => endings.includes(path.extname(file)) && !file.startsWith(`desk${path.sep}`),
  );
}

/** The address that the site was built for. The test may have other settings than the build. */
export const site = new URL(canonicals("/")[0] ?? "").origin;

/** Returns the canonical addresses of a page. */
export function canonicals(page: string): (string | undefined)[] {
  return all(page, "link[rel=canonical]").map((link) => link.getAttribute("href"));
}

/** Returns the elements of a page that match a selector. */
export function all(page: string, selector: string): HTMLElement[] {
  return pageAt(page)?.document.querySelectorAll(selector) ?? [];
}

/** Returns the content of a `<meta>` tag by its `name` or `property`. */
export function metaOf(page: string, name: string): string | undefined {
  return all(page, `meta[name="${name}"], meta[property="${name}"]`)[0]?.getAttribute("content");
}

/** Returns the width and height of a PNG from its header. */
export function sizeOfPng(png: Buffer): [number, number] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
