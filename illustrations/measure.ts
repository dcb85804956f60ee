import { between, type Point } from "./geometry.ts";
import { lettering, letteringWidth } from "./lettering.ts";
import { token } from "./palette.ts";
import { filled, type Markup, Path, rectangle, stroked } from "./svg.ts";

/**
 * Returns the scales of a drawing from its units per foot: of an inch, of things and trees, which are drawn at 40
 * units per meter, and of people, who are 5 ft 9.
 */
export const toScale = (foot: number) => ({
  foot,
  inch: foot / 12,
  things: foot / (40 * 0.3048),
  people: (foot * 5.75) / 72,
});

/**
 * Draws a dimension line with ticks at its ends and a label. The label is at a share of the line (0.5 is the
 * middle), on the line or `beside` units from it. `ground` is the color behind the label.
 */
export function dimension(
  from: Point,
  to: Point,
  label: string,
  color: string,
  { ground = "", size = 44, at = 0.5, beside = 0 } = {},
): Markup {
  const upright = Math.abs(to[1] - from[1]) > Math.abs(to[0] - from[0]);
  const tick = 14;
  const marks = new Path();
  for (const [x, y] of [from, to])
    if (upright) marks.move(x - tick, y).line([x + tick, y]);
    else marks.move(x, y - tick).line([x, y + tick]);
  const width = letteringWidth(label, size) + size * 0.5;
  const [lineX, lineY] = between(from, to, at);
  const [x, y] = upright ? [lineX + beside, lineY] : [lineX, lineY + beside];
  return [
    stroked(new Path().move(...from).line(to), color, 3),
    stroked(marks, color, 3),
    ground ? rectangle(x - width / 2, y - size * 0.6, width, size * 1.15, ground) : "",
    lettering(label, x, y + size * 0.34, size, color),
  ].join("");
}

/** Draws the mark of a cut: a spot with a rim. */
export const cutMark = ([x, y]: Point): Markup =>
  filled(`M${x - 13} ${y}a13 13 0 1 0 26 0a13 13 0 1 0-26 0`, token("canopy-950")) +
  filled(`M${x - 9} ${y}a9 9 0 1 0 18 0a9 9 0 1 0-18 0`, token("lime-400"));
