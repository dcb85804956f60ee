import { points } from "../geometry.ts";
import { mixed, token } from "../palette.ts";
import { disc, filled, type Markup, Path, placed, rectangle, stroked } from "../svg.ts";

/** Draws a slightly sagging climbing rope through points (`x,y` for each). */
export const rope = (line: string, width = 3): Markup =>
  stroked(new Path().curve(points(line)), token("lime-400"), width);

/** A figure-eight knot, 60 wide and 120 high, centered on the origin. Its three strands cross over and under. */
export const figureEight: Markup = [
  "M0-60C0-40 24-34 24-16 24 2-24 0-24 20-24 36-12 42 0 42",
  "M0 42C12 42 24 36 24 20 24 2-24 2-24-16-24-30-12-36 0-36",
  "M0-36C14-36 20-26 18-14M4 18C0 28 0 40 0 60",
]
  .map((strand) => stroked(strand, token("canopy-950"), 14) + stroked(strand, token("lime-400"), 8))
  .join("");

/** Draws a steel hook or block on a line. */
export const block = (x: number, y: number, size: number): Markup =>
  disc(x, y, size, token("orange-500")) + disc(x, y, size * 0.45, token("bark-800"));

/** A traffic cone, 28 high. The origin is its foot. */
export const cone: Markup =
  filled("M-9 0l7-28h4l7 28z", token("orange-500")) +
  filled("M0-28h2l7 28h-6z", token("orange-600")) +
  filled("M-5.5-14l2-7h7l2 7z", token("paper-50")) +
  filled("M-12-3h24v4h-24z", token("orange-600"));

/** A chainsaw held at its rear handle. The bar points right and is 34 long. */
export const chainsaw: Markup =
  filled("M13-4h25q4 2 0 4.500h-25z", "#8f9a98") +
  filled("M-2-8h13q4 0 4 4v6h-17z", token("orange-500")) +
  filled("M-2-2h17v4h-17z", token("orange-600")) +
  stroked("M2-8q4-6 9-1M-2-5q-6 1-4 7", "#241a12", 2.4);

/** A handsaw. The blade points right. */
export const handsaw: Markup =
  filled("M6-2l24-1 1 3-24 5z", "#c9cfcb") + stroked("M-3 1l9 1", token("orange-500"), 4);

/** Draws a rake or pole from the hand, `length` down to the right. */
export function rake(length: number): Markup {
  const x = length * 0.62;
  const y = length * 0.78;
  const handle = new Path().move(-x * 0.35, -y * 0.35).line([x, y]);
  return (
    stroked(handle, mixed(token("bark-500"), "#ffffff", 0.25), 2.6) +
    stroked(`M${x - 8} ${y + 6}l8-6 9 1M${x - 4} ${y + 7}l4-7 5 4M${x} ${y + 8}v-8`, "#55615e", 2)
  );
}

/** A rake in the hands of a person in the pose `pushing`. */
export const heldRake: Markup = placed(14, -40, 1, rake(46));

/** A chainsaw in the hands of a person in the pose `pushing`. */
export const heldSaw: Markup = placed(16, -42, 0.9, chainsaw);

/** A board with the estimate, in the hand of a person in the pose `writing`. */
export const heldBoard: Markup =
  rectangle(4, -52, 18, 13, token("paper-200")) +
  stroked("M8-48h11M8-45h8", token("bark-800"), 0.9);

/** Draws a coil of rope in the hand of a person in the pose `standing`. */
export const heldCoil = (color: string): Markup =>
  stroked(
    "M-14-29a6 9 0 1 0 12 0a6 9 0 1 0-12 0M-13-28a5 9 0 1 0 10 1M-12-30a4 8 0 1 0 9 1",
    color,
    1.5,
  );
