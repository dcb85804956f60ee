import { describe, expect, test } from "vitest";
import { editDistance, nearestPath } from "../../src/page-script/nearest-path";
import { all, listedPaths } from "./built-site";

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

/** What the page for missing ones knows of the site: its advice and its links. */
const known = [
  ...all("/404", "[data-advice]").map((advice) => ({
    path: advice.getAttribute("data-advice") ?? "",
    names: [],
  })),
  ...all("/404", "nav a").map((link) => ({
    path: link.getAttribute("href") ?? "",
    names: [link.text],
  })),
];

/** The address that a visitor is offered. */
const offered = (missing: string) => nearestPath(missing, known);

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
    for (const path of listedPaths) {
      if (path !== "/") expect(offered(path)).toBe(path);
    }
  });

  test("is none where nothing is known", () => {
    expect(nearestPath("/contact", [])).toBeUndefined();
  });
});
