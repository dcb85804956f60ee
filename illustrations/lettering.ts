import { readFile } from "node:fs/promises";
import * as harfbuzz from "harfbuzzjs";
import { decompress } from "wawoff2";
import { filled, type Markup, Path, placement } from "./svg.ts";

/** The cut of the display typeface that `app/tools/subset-fonts.ts` makes for the site's headings. */
const CUT = { wght: 800, wdth: 100, opsz: 36 };

/** That typeface, with these axes. */
const file = import.meta.resolve(
  "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2",
);
const woff2 = await readFile(new URL(file));
const face = new harfbuzz.Face(new harfbuzz.Blob(await decompress(woff2)));
const font = new harfbuzz.Font(face);
font.setVariations(Object.entries(CUT).map(([axis, at]) => new harfbuzz.Variation(axis, at)));

/** Sets a line of letters with kerning: the glyphs and their width, in the font's units, y upwards. */
function set(text: string) {
  const buffer = new harfbuzz.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  harfbuzz.shape(font, buffer);
  let width = 0;
  const glyphs = buffer.getGlyphInfosAndPositions().map(({ codepoint, cluster, xAdvance = 0 }) => {
    if (codepoint === 0)
      throw new Error(`The display typeface has no "${text[cluster]}", as in "${text}"`);
    const x = width;
    width += xAdvance;
    return { outline: font.glyphToPath(codepoint), x };
  });
  return { glyphs, width };
}

/** Width of a line of letters at a size (the em in units). */
export const letteringWidth = (text: string, size: number): number =>
  (set(text).width * size) / face.upem;

/**
 * A line of letters as one outline. `x` is its start, middle or end, as `align` says (0, 0.5, 1), `y` its base line,
 * `size` the em. `grid` is steps to the em: letters that are seen small need fewer.
 */
export function lettering(
  text: string,
  x: number,
  y: number,
  size: number,
  fill: string,
  { align = 0.5, grid = 100 } = {},
): Markup {
  const path = new Path();
  const scale = grid / face.upem;
  for (const { outline, x: right } of set(text).glyphs)
    path.trace(outline, ([gx, gy]) => [(gx + right) * scale, -gy * scale]);
  return filled(path, fill, {
    transform: placement(x - align * letteringWidth(text, size), y, size / grid),
  });
}
