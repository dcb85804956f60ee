import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pictures } from "../../tools/picture-sizes";
import { all } from "./built-site";

const folder = new URL("../../src/pictures/", import.meta.url);
const source = (file: string) => readFileSync(new URL(file, folder), "utf8");

const drawings = Object.entries(pictures).filter(([, { alt }]) => alt !== undefined);

test.each(drawings)("%s is drawn, of its size", (name, { width, height }) => {
  expect(source(`${name}.svg`)).toContain(` width="${width}" height="${height}" `);
});

test("the favicon is the mark of the header", () => {
  const outlines = [...source("site/favicon.svg").matchAll(/ d="([^"]+)"/g)].map(([, d]) => d);
  expect(outlines).toHaveLength(2);
  const mark = all("/", "header svg path").map((path) => path.getAttribute("d"));
  expect(mark).toEqual(expect.arrayContaining(outlines));
});

test("styles name no color that the palette does not have", () => {
  const palette = readFileSync(new URL("../../../palette.css", import.meta.url), "utf8");
  const styles = new URL("../../src/styles/", import.meta.url);
  const named = readdirSync(styles).flatMap((file) =>
    [...readFileSync(new URL(file, styles), "utf8").matchAll(/(?:#|%23)([0-9a-f]{6})\b/gi)].map(
      ([, color]) => `#${color}`,
    ),
  );
  expect(named.filter((color) => !palette.includes(color))).toEqual([]);
});
