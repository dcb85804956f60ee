import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as harfbuzz from "harfbuzzjs";
import { decompress } from "wawoff2";
import { filled, type Markup, Path, placement } from "./svg.ts";

/** The cut of the display typeface that `app/tools/subset-fonts.ts` makes for the site's headings. */
const CUT = { wght: 800, wdth: 100, opsz: 36 };

const face = new harfbuzz.Face(
  new harfbuzz.Blob(
    await decompress(
      await readFile(
        fileURLToPath(
          import.meta.resolve(
            "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2",
          ),
        ),
      ),
    ),
  ),
);
const font = new harfbuzz.Font(face);
font.setVariations(Object.entries(CUT).map(([axis, at]) => new harfbuzz.Variation(axis, at)));

/** A line of letters, in the font's units: y upwards, the origin at the start of the base line. */
interface Line {
  glyphs: { id: number; x: number }[];
  width: number;
}

/** Sets a line of letters, kerned as a browser kerns it. */
function set(text: string): Line {
  const buffer = new harfbuzz.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  harfbuzz.shape(font, buffer);
  const line: Line = { glyphs: [], width: 0 };
  for (const { codepoint: id, cluster, xAdvance = 0 } of buffer.getGlyphInfosAndPositions()) {
    if (id === 0)
      throw new Error(`The display typeface has no "${text[cluster]}", as in "${text}"`);
    line.glyphs.push({ id, x: line.width });
    line.width += xAdvance;
  }
  return line;
}

/** Width of a line of letters at a size (the em in units). */
export const letteringWidth = (text: string, size: number): number =>
  (set(text).width * size) / face.upem;

/**
 * A line of letters as one outline, so that a picture needs no font. `x` is its start, middle or end,
 * as `align` says (0, 0.5, 1), `y` its base line, `size` the em. `grid` is steps to the em: letters that
 * are seen small need fewer, and weigh less.
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
  const line = set(text);
  for (const glyph of line.glyphs) trace(glyph.id, glyph.x, grid / face.upem, path);
  return filled(path, fill, {
    transform: placement(x - align * letteringWidth(text, size), y, size / grid),
  });
}

/** Draws the outline of a glyph, moved to the right and then scaled. */
function trace(glyph: number, right: number, scale: number, path: Path): void {
  for (const { type, values } of font.glyphToJson(glyph)) {
    const [a = 0, b = 0, c = 0, d = 0] = values.map(
      (value, i) => (i % 2 === 0 ? value + right : -value) * scale,
    );
    if (type === "M") path.move(a, b);
    else if (type === "L") path.line([a, b]);
    else if (type === "Q") path.quadratic(a, b, c, d);
    else if (type === "Z") path.close();
    else throw new Error(`A TrueType outline has no command ${type}`);
  }
}
