import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  accentedCharacters,
  displayCharacters,
  textCharacters,
} from "../../tools/font-characters.ts";
import { all, paths } from "./built-site";

/** Returns the characters that elements of a page show and that a typeface lacks. */
function charactersBeyond(typeface: string, path: (typeof paths)[number], selector: string) {
  const shown = all(path, selector).map((element) =>
    // Text in the other typeface inside the element does not count.
    element
      .querySelectorAll(".font-sans")
      .reduce((text, other) => text.replace(other.text, ""), element.text),
  );
  // The content of a <noscript> is parsed as text.
  const letters = shown.join("").replace(/<[^>]*>|\s/g, "");
  return new Set([...letters].filter((it) => !typeface.includes(it)));
}

test.each(paths)("the display typeface has every character that %s sets in it", (path) => {
  const missing = charactersBeyond(
    displayCharacters,
    path,
    "h1, h2, h3, h4, .figures, .font-display",
  );
  expect(missing).toEqual(new Set());
});

test.each(paths)("the text typeface has every character of %s", (path) => {
  expect(charactersBeyond(textCharacters, path, "body")).toEqual(new Set());
});

test("letters with accents load when one is shown, and with no page", () => {
  const styles = readFileSync(new URL("../../src/styles/fonts.css", import.meta.url), "utf8");
  const [, ranges = ""] = /unicode-range: ([^;]+);/.exec(styles) ?? [];
  const code = (hex: string) => Number.parseInt(hex.replace("U+", ""), 16);
  const characters = ranges.split(", ").flatMap((range) => {
    const [first = "", last = first] = range.split("-");
    const codes = Array.from({ length: code(last) - code(first) + 1 }, (_, i) => code(first) + i);
    return codes.map((it) => String.fromCodePoint(it));
  });
  expect(new Set(characters)).toEqual(new Set(accentedCharacters));
  expect(characters.filter((it) => textCharacters.includes(it))).toEqual([]);
});
