import { expect, test } from "vitest";
import { business } from "../../src/content/business";
import {
  all,
  canonicals,
  listedPaths,
  metaOf,
  pageAt,
  paths,
  readBuilt,
  site,
  sizeOfPng,
  unlistedPaths,
} from "./built-site";

const titleOf = (path: (typeof paths)[number]) => all(path, "head title").map(({ text }) => text);

test("every page has one title, with the company's name, and no other page has it", () => {
  const titles = paths.map(titleOf);
  for (const title of titles) expect(title).toEqual([expect.stringContaining(business.name)]);
  expect(new Set(titles.flat()).size).toBe(paths.length);
});

test("every page has a description that no other page has", () => {
  const descriptions = paths.map((path) => metaOf(path, "description"));
  for (const description of descriptions) expect(description?.length).toBeGreaterThan(50);
  expect(new Set(descriptions).size).toBe(paths.length);
});

test.each(paths)("%s has keywords, may be indexed, and can be shared", (path) => {
  const [title] = titleOf(path);
  expect(metaOf(path, "keywords")).toBeTruthy();
  expect(metaOf(path, "robots")).toBe("index, follow");
  expect(metaOf(path, "og:title")).toBe(title);
  expect(metaOf(path, "og:description")).toBe(metaOf(path, "description"));
  expect(metaOf(path, "og:image")).toBe(`${site}/share.png`);
  expect(metaOf(path, "og:image:alt")).toBeTruthy();
  expect(metaOf(path, "og:url")).toBe(canonicals(path)[0]);
  // Only the call buttons dial: phones must not turn other numbers in the text into links.
  expect(metaOf(path, "format-detection")).toBe("telephone=no");
  expect(metaOf(path, "twitter:card")).toBe("summary_large_image");
});

test.each(listedPaths)("%s has one canonical address, which is its own", (path) => {
  const [canonical, ...others] = canonicals(path);
  expect(others).toEqual([]);
  const { origin, pathname } = new URL(canonical ?? "");
  expect(origin).toBe(site);
  expect(pageAt(pathname)?.path).toBe(path);
});

test.each(unlistedPaths)("%s has no address of its own", (path) => {
  expect(canonicals(path)).toEqual([]);
});

test("the share image has the size that the pages say", () => {
  const size = [metaOf("/", "og:image:width"), metaOf("/", "og:image:height")];
  expect(size).toEqual(["1200", "630"]);
  expect(sizeOfPng(readBuilt("share.png"))).toEqual([1200, 630]);
});
