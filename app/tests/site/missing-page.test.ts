import { beforeEach, expect, test, vi } from "vitest";
import { all } from "./built-site";

// The script of the 404 page, on what the built page shows.

beforeEach(() => vi.resetModules());

/** Runs the page's script at a path. Returns the paths of the advice that it shows and of its offer. */
async function shownAt(path: string) {
  const shown = all("/404", "main nav a, nav a, [data-advice]").map((element) => ({
    element,
    pathname: element.getAttribute("href") ?? "",
    textContent: element.text,
    dataset: { advice: element.getAttribute("data-advice") },
    hidden: true,
  }));
  const offer = { href: "", textContent: "", parentElement: { hidden: true } };
  vi.stubGlobal("location", { pathname: path });
  vi.stubGlobal("document", {
    querySelector: () => offer,
    querySelectorAll: (selector: string) => {
      const found = new Set(all("/404", selector));
      return shown.filter(({ element }) => found.has(element));
    },
  });
  for (const link of shown) Object.assign(link, { href: link.pathname });
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  await import("../../src/routes/not-found/missing-page");
  expect(warn).toHaveBeenCalledExactlyOnceWith(`Page not found: ${path}`);
  return {
    advice: shown.find(({ hidden, dataset }) => dataset.advice && !hidden)?.dataset.advice,
    offer: offer.parentElement.hidden ? undefined : [offer.textContent, offer.href],
  };
}

test.each([
  ["/servces/tree-removal", "Tree Removal", "/services/tree-removal"],
  ["/Contact-Us.html", "Contact", "/contact"],
  ["/free-quote", "Free Quote", "/contact"],
  ["/projects", "Latest Projects", "/portfolio"],
  ["/stump-grinding-cost", "Stump Grinding", "/services/stump-grinding"],
  ["/services/roofing", "All Services", "/services"],
])("%s is logged, and offers %s", async (path, ...offer) => {
  expect(await shownAt(path)).toEqual({ advice: undefined, offer });
});

test.each([
  ["/services/tree-trimming", "/services/tree-trimming"],
  ["/zzzzzzzz", undefined],
])("%s is logged, and has no offer", async (path, advice) => {
  expect(await shownAt(path)).toEqual({ advice, offer: undefined });
});
