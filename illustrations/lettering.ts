import { readFile } from "node:fs/promises";
import * as harfbuzz from "harfbuzzjs";
import { decompress } from "wawoff2";
import { filled, type Markup, Path, placement } from "./svg.ts";

/** The axes of the display typeface that `app/tools/subset-fonts.ts` cuts for the site's headings. */
const CUT = { wght: 800, wdth: 100, opsz: 36 };

const file = import.meta.resolve(
  "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2",
);
const woff2 = await readFile(new URL(file));
const face = new harfbuzz.Face(new harfbuzz.Blob(await decompress(woff2)));
const font = new harfbuzz.Font(face);
font.setVariations(Object.entries(CUT).map(([axis, at]) => new harfbuzz.Variation(axis, at)));

/** Sets a line of text with kerning. Returns the glyphs and the width in font units, with y up. */
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

/** Returns the width of a line of text at a size (the em in units). */
export const letteringWidth = (text: string, size: number): number =>
  (set(text).width * size) / face.upem;

/**
 * Draws a line of text as one outline. `x` is its start, middle, or end (`align` 0, 0.5, or 1), `y` is its
 * baseline, and `size` is the em. `grid` is the number of steps per em: small letters need fewer.
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
