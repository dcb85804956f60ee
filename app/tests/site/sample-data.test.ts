import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { sampleData } from "../../src/sample-data";
import { pages } from "./built-site";

const site = pages.map(({ document }) => `${document.innerHTML}\n${document.text}`).join("\n");

test.each(sampleData)("what is listed as sample data is on the site: $what", ({ file, values }) => {
  expect(existsSync(new URL(`../../../${file}`, import.meta.url))).toBe(true);
  expect(values.filter((value) => !site.includes(value))).toEqual([]);
});
