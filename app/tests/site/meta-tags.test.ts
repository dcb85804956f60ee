import { expect, test } from "vitest";
import { business } from "../../src/content/business";
import { pages } from "../../src/pages";
import { pageTitle } from "../../src/seo/meta-tags";

test("the company's name is appended to a title without it", () => {
  expect(pageTitle("Free Quote")).toBe(`Free Quote | ${business.name}`);
});

test("a title that names the company stays as it is", () => {
  const title = `${business.name} | Tree removal in Atlanta`;
  expect(pageTitle(title)).toBe(title);
});

test("titles are unique, and descriptions are unique and short enough to be shown whole", () => {
  const metas = Object.values(pages);
  expect(new Set(metas.map(({ title }) => title)).size).toBe(metas.length);
  expect(new Set(metas.map((page) => page.description)).size).toBe(metas.length);
  for (const { description } of metas) expect(description.length).toBeLessThanOrEqual(160);
});
