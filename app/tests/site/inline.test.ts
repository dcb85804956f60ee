import { expect, test } from "vitest";
import { all, builtFiles, paths, readBuilt } from "./built-site";

// The backend's Content-Security-Policy allows nothing inline: browsers ignore what a page contains inline anyway.

test.each(paths)("%s holds no code that its policy would keep from running", (path) => {
  const scripts = all(path, "script:not([type='application/ld+json'])");
  expect(scripts.filter((script) => script.rawText.trim() || !script.getAttribute("src"))).toEqual(
    [],
  );
  const handlers = all(path, "*").flatMap(({ attributes }) =>
    Object.keys(attributes).filter((name) => /^on/i.test(name)),
  );
  expect(handlers).toEqual([]);
  const addresses = all(path, "[href], [src], [action], [formaction]").flatMap(({ attributes }) =>
    Object.values(attributes).filter((value) => /^\s*javascript:/i.test(value)),
  );
  expect(addresses).toEqual([]);
});

test.each(paths)("%s holds no style that its policy would leave out", (path) => {
  expect(all(path, "style, [style]").map(String)).toEqual([]);
});

test("the pages that are looked at are those that were built", () => {
  expect(builtFiles(".html")).toHaveLength(paths.length);
  for (const path of paths) expect(all(path, "*").length, path).toBeGreaterThan(100);
});

test("what a stylesheet holds in itself is pictures", () => {
  const held = builtFiles(".css").flatMap((file) =>
    [
      ...readBuilt(file)
        .toString()
        .matchAll(/url\(\s*["']?data:(\w+)/g),
    ].map(([, kind]) => kind),
  );
  expect(new Set(held)).toEqual(new Set(["image"]));
});
