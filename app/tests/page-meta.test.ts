import { expect, test } from "vitest";
import { pageMeta, pageTitle } from "../src/seo/page-meta";

test("the company's name is appended to a title without it", () => {
  expect(pageTitle("Free Quote")).toBe("Free Quote | Canopy Brothers Tree Care");
});

test("a title that names the company stays as it is", () => {
  const title = "Canopy Brothers Tree Care | Tree removal in Atlanta";
  expect(pageTitle(title)).toBe(title);
});

test("a page has a description, keywords, a robots directive and a share image", () => {
  const tags = pageMeta({ title: "A", description: "B", keywords: ["c", "d"], path: "/e" });
  expect(tags).toContainEqual({ name: "description", content: "B" });
  expect(tags).toContainEqual({ name: "keywords", content: "c, d" });
  expect(tags).toContainEqual({ name: "robots", content: "index, follow" });
  expect(tags).toContainEqual({ property: "og:image:width", content: "1200" });
  expect(tags).toContainEqual({ name: "twitter:card", content: "summary_large_image" });
});

test("the canonical link is the page's public address, and is left out where there is none", () => {
  const page = { title: "A", description: "B", keywords: [] };
  const canonical = expect.objectContaining({ rel: "canonical" });
  expect(pageMeta({ ...page, path: "/contact" })).toContainEqual({
    tagName: "link",
    rel: "canonical",
    href: `${import.meta.env.VITE_PUBLIC_URL}/contact`,
  });
  expect(pageMeta(page)).not.toContainEqual(canonical);
});
