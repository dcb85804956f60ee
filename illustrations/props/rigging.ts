import { type Point, points } from "../geometry.ts";
import { mixed, token } from "../palette.ts";
import { disc, filled, type Markup, Path, placed, rectangle, stroked, turned } from "../svg.ts";

/** Draws a slightly sagging climbing rope through points (`x,y` for each). */
export const rope = (line: string, width = 3): Markup =>
  stroked(new Path().curve(points(line)), token("lime-400"), width);

/** Draws a steel block on a line. */
export const block = (x: number, y: number, size: number): Markup =>
  disc(x, y, size, "#9aa5a3") + disc(x, y, size * 0.42, token("bark-800"));

/**
 * Draws what holds a load: a rope from the knot, above the point where the load balances, over a block on the
 * strap of a sound limb, and down to three turns around the foot of a trunk, `across` wide, which brake it. The
 * turns hold the weight, so the tail hangs slack to the hand of a person beside the trunk.
 */
export function lowering(
  [knot = [0, 0], sheave = knot, strap = knot, turns = knot, hand = turns]: readonly Point[],
  across: number,
  width = 3.5,
): Markup {
  const [[bx, by], [tx, ty], [hx, hy]] = [sheave, turns, hand];
  const size = width * 3;
  const toLoad = Math.sign(knot[0] - bx) * size;
  const toHand = Math.sign(hx - tx);
  const [near, far] = [tx - (toHand * across) / 2, tx + (toHand * across) / 2];
  const line = new Path(1).move(...knot).line([bx + toLoad, by], [bx - toLoad, by], [near, ty]);
  for (const at of [ty, ty + width * 2.3, ty + width * 4.6])
    line.move(near, at).quadratic(tx, at + across * 0.16, far, at - width);
  line.quadratic((far + hx) / 2, Math.max(ty, hy) + width * 8, hx, hy);
  const [end, ground] = [(far + hx * 1.5) / 2.5, hy + width * 16];
  line.cubic(hx - toHand * width * 2, hy + width * 8, hx, ground - width, end, ground);
  return [
    stroked(line, token("lime-400"), width),
    stroked(new Path(1).move(...strap).line(sheave), token("orange-600"), width * 1.6),
    block(bx, by, size),
  ].join("");
}

/** Draws the hitch of a rope around a load `across` units thick, turned in degrees. */
export function hitch([x, y]: Point, across: number, degrees = 0, width = 3.5): Markup {
  const band = `0q${width} ${across / 2} 0 ${across}`;
  const bands = stroked(`M${-width} ${band}M${width} ${band}`, token("lime-400"), width);
  return turned(x, y, degrees, bands, disc(0, 0, width * 1.3, token("lime-400")));
}

/** Draws striped tape that keeps people out. */
export const tape = (line: string): Markup =>
  stroked(line, token("orange-500"), 7) +
  stroked(line, token("paper-50"), 7, { "stroke-dasharray": "16 16", "stroke-linecap": "butt" });

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

/** A chainsaw that points down at what a person in the pose `pushing` stands on. */
export const sawBelow: Markup = turned(17, -37, 38, chainsaw);

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
