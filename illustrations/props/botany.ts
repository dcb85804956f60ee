import { type Point, points, rows } from "../geometry.ts";
import { mixed, token, type Wood } from "../palette.ts";
import { filled, type Markup, Path, stroked } from "../svg.ts";

/** Draws a white oak leaf with nine round lobes, `length` up from the stalk at the origin. */
export function oakLeaf(length: number, color: string, shade: string): Markup {
  const side: Point[] = points(`
    0.03,-0.1 0.05,-0.16 0.1,-0.19 0.15,-0.22 0.16,-0.27 0.12,-0.3 0.07,-0.3 0.07,-0.35 0.14,-0.39 0.21,-0.41
    0.25,-0.46 0.22,-0.51 0.15,-0.51 0.08,-0.51 0.08,-0.56 0.16,-0.61 0.24,-0.63 0.29,-0.68 0.27,-0.74
    0.19,-0.75 0.09,-0.73 0.08,-0.78 0.14,-0.81 0.19,-0.85 0.19,-0.91 0.12,-0.93 0.09,-0.94 0.08,-0.98 0.04,-1 0,-1
  `);
  const right = side.map(([x, y]): Point => [x * length, y * length]);
  const left = side.map(([x, y]): Point => [-x * length, y * length]).reverse();
  const veins = new Path().move(0, length * 0.12).line([0, -length * 0.9]);
  for (const [from = 0, x = 0, y = 0] of rows(
    "-0.14:0.11,-0.25 -0.3:0.19,-0.46 -0.5:0.22,-0.69 -0.7:0.14,-0.88",
  ))
    for (const side of [-1, 1]) veins.move(0, from * length).line([side * x * length, y * length]);
  return [
    filled(new Path().curve([...left, ...right.slice(0, -1)], true, 0.9), color),
    filled(new Path().curve([[0, 0], ...right], false, 0.9).close(), shade),
    stroked(veins, mixed(color, "#ffffff", 0.35), Math.max(2, length / 46)),
  ].join("");
}

/** An acorn in its cup, 34 units high, centered on the origin. */
export const acorn: Markup =
  filled("M-10-3q0 18 10 22q10-4 10-22z", "#b58a4e") +
  filled("M2-3q2 14-2 22q10-4 10-22z", "#8d6a3b") +
  filled("M-13-2q0-13 13-13t13 13q-13 5-26 0z", token("bark-500")) +
  filled("M3-14q10 2 10 12q-5 2-10 2z", token("bark-800")) +
  stroked("M0-15v-7", token("bark-800"), 3);

/** Draws a loblolly pine cone, 60 units high, centered on the origin. */
export function pineCone(wood: Wood): Markup {
  const scales = new Path();
  for (let row = 0; row < 6; row++) {
    const y = -24 + row * 9.5;
    const half = 19 * Math.sin(0.5 + row * 0.42);
    for (let x = -half + (row % 2) * 4; x <= half; x += 9)
      scales.move(x - 4, y).quadratic(x, y + 7, x + 4, y);
  }
  return (
    filled("M0-32q22 6 22 32t-22 32q-22-6-22-32t22-32z", wood.lit) +
    filled("M0-32q22 6 22 32t-22 32q16-30 0-64z", wood.shade) +
    stroked(scales, wood.cut, 2.6)
  );
}

/** Draws three long needles from one sheath. */
export const needles = (color: string, shade: string): Markup =>
  stroked("M0 0Q-6-50-34-92M0 0Q10-54 6-104", color, 4) +
  stroked("M0 0Q22-46 50-84", shade, 4) +
  stroked("M0 10V0", token("bark-500"), 6);
