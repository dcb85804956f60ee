import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type HTMLElement, parse } from "node-html-parser";
import { pages as described } from "../../src/pages";

/** Where the built site lies. */
export const folder = fileURLToPath(new URL("../../build/client/", import.meta.url));

/** A page as it was built. */
export interface BuiltPage {
  path: string;
  document: HTMLElement;
}

/** The path of every page, those that answer other addresses among them. */
export const paths = Object.values(described).map(({ path }) => path);

/** The pages that answer other addresses: missing ones, and `/contact?sent`. */
export const unlistedPaths = ["/404", "/contact/sent"];

/** The path of every page that has an address of its own. */
export const listedPaths = paths.filter((path) => !unlistedPaths.includes(path));

/** Every page of the built site. */
export const pages: BuiltPage[] = paths.map((page) => ({
  path: page,
  document: parse(readBuilt(path.join(page, "index.html")).toString()),
}));

/** One page of the built site. */
export function pageAt(wanted: string): BuiltPage | undefined {
  return pages.find((page) => page.path === wanted.replace(/(?<=.)\/$/, ""));
}

/** A file of the built site, by its path from the site's root. */
export function readBuilt(file: string): Buffer {
  return readFileSync(path.join(folder, file));
}

/** Whether the built site has a file. */
export function isBuilt(file: string): boolean {
  return existsSync(path.join(folder, file));
}

/** The files of the built site with one of these endings. The owner's desk lies beside it, and is no page. */
export function builtFiles(...endings: string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => endings.includes(path.extname(file)) && !file.startsWith(`desk${path.sep}`),
  );
}

/** The address that the site was built for: the settings of the build are not those of the test. */
export const site = new URL(canonicals("/")[0] ?? "").origin;

/** The addresses that a page calls its own. */
export function canonicals(page: string): (string | undefined)[] {
  return all(page, "link[rel=canonical]").map((link) => link.getAttribute("href"));
}

/** The elements of a page that a selector matches. */
export function all(page: string, selector: string): HTMLElement[] {
  return pageAt(page)?.document.querySelectorAll(selector) ?? [];
}

/** The content of a `<meta>` tag, by its `name` or `property`. */
export function metaOf(page: string, name: string): string | undefined {
  return all(page, `meta[name="${name}"], meta[property="${name}"]`)[0]?.getAttribute("content");
}

/** Width and height of a PNG, from its head. */
export function sizeOfPng(png: Buffer): [number, number] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
