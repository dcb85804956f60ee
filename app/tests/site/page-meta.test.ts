import { expect, test } from "vitest";
import { business } from "../../src/content/business";
import { pageDescriptions } from "../../src/content/seo";
import { pageTitle } from "../../src/seo/page-meta";

test("the company's name is appended to a title without it", () => {
  expect(pageTitle("Free Quote")).toBe(`Free Quote | ${business.name}`);
});

test("a title that names the company stays as it is", () => {
  const title = `${business.name} | Tree removal in Atlanta`;
  expect(pageTitle(title)).toBe(title);
});

test("titles are unique, and descriptions are unique and short enough to be shown whole", () => {
  const pages = Object.values(pageDescriptions);
  expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
  expect(new Set(pages.map((page) => page.description)).size).toBe(pages.length);
  for (const { description } of pages) expect(description.length).toBeLessThanOrEqual(160);
});
