import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { sampleData } from "../../src/sample-data";
import { all, isBuilt, pages, site as publicUrl, readBuilt } from "./built-site";

const site = pages.map(({ document }) => `${document.innerHTML}\n${document.text}`).join("\n");

const records = Object.entries(sampleData);

test.each(records)("what is listed as sample data is on the site: %s", (_, { file, values }) => {
  expect(existsSync(new URL(`../../../${file}`, import.meta.url))).toBe(true);
  expect(values.filter((value) => !site.includes(value))).toEqual([]);
});

test("the reviews are marked as samples as long as they are listed", () => {
  const reviews = all("/testimonials", "main figure");
  const isListed = "Reviews" in sampleData;
  expect(reviews.map(({ text }) => text.includes("Sample"))).toEqual(Array(6).fill(isListed));
});

test("the build says for which settings it was made, and what of it is sample data", () => {
  const stamp = JSON.parse(readBuilt(".build.json").toString());
  expect(stamp).toEqual({
    anonKeySha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    publicUrl,
    sampleData: records.map(([what, { file, why }]) => ({ what, file, why })),
  });
  expect(isBuilt(".build.json.br"), "it is not served").toBe(false);
});
