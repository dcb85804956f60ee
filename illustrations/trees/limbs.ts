import { between, direction, moved, type Point, points, rows } from "../geometry.ts";
import type { Random } from "../random.ts";
import { Path, ribbon } from "../svg.ts";
import type { Tree } from "./tree.ts";

/** The course of a limb, and its thickness along the way. */
export interface Limb {
  line: Point[];
  widths: number[];
}

/** Parses a limb: `x,y:width` for each point. */
export function limb(text: string): Limb {
  return { line: points(text), widths: rows(text).map(([, , width = 0]) => width) };
}

/** The direction of the sun, which is the same for everything. */
const sun: Point = [-0.75, -0.66];

/** Returns the outlines of limbs with their sunny sides. A limb thicker than 26 has furrows. */
export function wooden(rng: Random, limbs: readonly Limb[]): Required<Omit<Tree, "planes">> {
  const bark = new Path();
  const barkLit = new Path();
  const furrows = new Path();
  for (const { line, widths } of limbs) {
    const width = (i: number) => widths[i] ?? 0;
    const across = (point: Point, i: number, by: number) => moved(point, direction(line, i), 0, by);
    // The amount by which the side across the limb faces the sun.
    const facing = (i: number) => {
      const [dx, dy] = direction(line, i);
      return dx * sun[1] - dy * sun[0];
    };
    ribbon(line, widths, bark);
    ribbon(
      line.map((point, i) => across(point, i, facing(i) * width(i) * 0.27)),
      widths.map((w) => w * 0.5),
      barkLit,
    );
    for (let i = 0; i + 1 < line.length; i++) {
      const [from = [0, 0], to = [0, 0]] = line.slice(i, i + 2);
      const thick = (width(i) + width(i + 1)) / 2;
      if (thick < 26) continue;
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      for (let n = 0; n < (thick * length) / 2000; n++) {
        const start = rng.between(0, 0.8);
        const end = start + rng.between(14, 34) / length;
        const off = rng.between(-0.4, 0.16) * thick * (facing(i) > 0 ? -1 : 1);
        furrows
          .move(...across(between(from, to, start), i, off))
          .line(across(between(from, to, end), i, off + rng.between(-3, 3)));
      }
    }
  }
  return { bark: String(bark), barkLit: String(barkLit), furrows: String(furrows) };
}

/** Returns roots that spread from the foot of a trunk at the origin. */
export const roots = (width: number, spread: number): Limb[] =>
  [
    `${-width * 0.22},${-width * 0.5}:${width * 0.36} ${-width * 0.5},-6:${width * 0.26} ${-spread},9:3`,
    `${width * 0.24},${-width * 0.5}:2 ${width * 0.5},-4:${width * 0.24} ${spread},10:3`,
    `${width * 0.02},${-width * 0.5}:2 ${width * 0.1},4:${width * 0.26} ${width * 0.3},20:3`,
  ].map(limb);
