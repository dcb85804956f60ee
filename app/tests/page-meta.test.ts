import { expect, test } from "vitest";
import { type PagePath, pageDescriptions } from "../src/content/seo";
import { pageMeta, pageTitle } from "../src/seo/page-meta";

test("the company's name is appended to a title without it", () => {
  expect(pageTitle("Free Quote")).toBe("Free Quote | Canopy Brothers Tree Care");
});

test("a title that names the company stays as it is", () => {
  const title = "Canopy Brothers Tree Care | Tree removal in Atlanta";
  expect(pageTitle(title)).toBe(title);
});

test("a page says what it is to search engines and to those who share it", () => {
  const { description, keywords } = pageDescriptions["/faq"];
  const tags = pageMeta("/faq");
  expect(tags).toContainEqual({ name: "description", content: description });
  expect(tags).toContainEqual({ name: "keywords", content: keywords.join(", ") });
  expect(tags).toContainEqual({ name: "robots", content: "index, follow" });
  expect(tags).toContainEqual({ property: "og:image:width", content: "1200" });
  expect(tags).toContainEqual({ property: "og:image:height", content: "630" });
});

test("every page has its canonical address, and the 404 page has none", () => {
  const canonical = (path: PagePath) =>
    pageMeta(path).filter((tag) => "rel" in tag && tag.rel === "canonical");
  expect(canonical("/contact")).toEqual([
    { tagName: "link", rel: "canonical", href: expect.stringMatching(/^https?:.*\/contact$/) },
  ]);
  expect(canonical("/404")).toEqual([]);
});

test("titles are unique, and descriptions are unique and short enough to be shown whole", () => {
  const pages = Object.values(pageDescriptions);
  expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
  expect(new Set(pages.map((page) => page.description)).size).toBe(pages.length);
  for (const { description } of pages) expect(description.length).toBeLessThanOrEqual(160);
});
