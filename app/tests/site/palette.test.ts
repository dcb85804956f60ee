import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const palette = readFileSync(new URL("../../../palette.css", import.meta.url), "utf8");

/** The contrast that WCAG 2.2 requires of text for level AA. */
const REQUIRED = 4.5;

/** Returns the relative luminance of WCAG 2.2. */
function luminance(name: string): number {
  const [, color] = new RegExp(`--color-${name}: #(\\w{6});`).exec(palette) ?? [];
  if (!color) throw new Error(`palette.css has no color --color-${name}`);
  const linear = (at: number) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(0) + 0.7152 * linear(2) + 0.0722 * linear(4);
}

function contrast(one: string, other: string): number {
  const luminances = [luminance(one), luminance(other)];
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

/** The contrasts in the palette's comment. */
const pairs = [...palette.matchAll(/([\w-]+) on ([\w-]+) ([\d.]+):1/g)].map(
  ([claim, text = "", ground = "", named]) => ({ claim, text, ground, named }),
);

test("the palette's comment names pairs of colors", () => {
  expect(pairs.length).toBeGreaterThan(0);
});

test.each(pairs)("$claim is so, and can be read", ({ text, ground, named }) => {
  expect(contrast(text, ground).toFixed(1)).toBe(named);
  expect(contrast(text, ground)).toBeGreaterThanOrEqual(REQUIRED);
});
