import { describe, expect, test } from "vitest";
import { helpFor, pages } from "../src/features/not-found/known-paths.ts";
import { editDistance, nearestPath } from "../src/features/not-found/nearest-path.ts";

describe("the edit distance", () => {
  test.each([
    ["", "", 0],
    ["stump", "", 5],
    ["", "stump", 5],
    ["stump", "stump", 0],
    ["stump", "stmup", 1],
    ["contact", "contacts", 1],
    ["pruning", "prunning", 1],
    ["trimming", "pruning", 4],
  ])("from %j to %j is %i", (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
    expect(editDistance(to, from)).toBe(distance);
  });
});

/** The address that a visitor is offered. */
function offered(missing: string): string | undefined {
  const help = helpFor(missing);
  return help?.kind === "page" ? help.link.to : help?.path;
}

describe("the page near a missing path", () => {
  test.each([
    ["/contatc", "/contact"],
    ["/Contact/", "/contact"],
    ["/contact.html", "/contact"],
    ["/about-us", "/about"],
    ["/free-quote", "/contact"],
    ["/quote", "/contact"],
    ["/projects", "/portfolio"],
    ["/testimonial", "/testimonials"],
    ["/fqa", "/faq"],
    ["/service", "/services"],
    ["/tree-removal", "/services/tree-removal"],
    ["/services/tree%20removal", "/services/tree-removal"],
    ["/service/tree-removel", "/services/tree-removal"],
    ["/services/prunning", "/services/tree-pruning"],
    ["/services/storm", "/services/storm-damage"],
    ["/services/clean-up", "/services/cleanup"],
    ["/stump-grinder", "/services/stump-grinding"],
    ["/services/stump-grinding/prices", "/services/stump-grinding"],
    ["/services/roofing", "/services"],
    ["/services/tree/removal", "/services/tree-removal"],
    ["/contact-us", "/contact"],
    ["/stump-grinding-cost", "/services/stump-grinding"],
    ["/services/tree-trimming", "/services/tree-trimming"],
    ["/services/tree-trimming/", "/services/tree-trimming"],
    ["/tree-triming", "/services/tree-trimming"],
    ["/wp-login.php", undefined],
    ["/no/such/page", undefined],
    ["/%", undefined],
    ["/%E0%A4%A", undefined],
    ["/", undefined],
  ])("of %s is %s", (missing, path) => {
    expect(offered(missing)).toBe(path);
  });

  test("of a page's own path is that page", () => {
    for (const { to } of pages) {
      if (to !== "/") expect(offered(to)).toBe(to);
    }
  });

  test("is none where nothing is known", () => {
    expect(nearestPath("/contact", [])).toBeUndefined();
  });
});
