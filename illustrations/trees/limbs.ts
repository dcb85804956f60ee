import type { Point } from "../geometry.ts";
import type { Random } from "../random.ts";
import { Path, ribbon } from "../svg.ts";
import type { Tree } from "./tree.ts";

/** Where a limb runs, and how thick it is along the way. */
export interface Limb {
  line: Point[];
  widths: number[];
}

/** A limb as text: `x,y:width` for each point. */
export function limb(text: string): Limb {
  const stations = text.split(" ").map((station) => station.split(/[,:]/).map(Number));
  return {
    line: stations.map(([x = 0, y = 0]): Point => [x, y]),
    widths: stations.map(([, , width = 0]) => width),
  };
}

/** Where the sun stands, seen from everything drawn here. */
const sun: Point = [-0.75, -0.66];

/** The direction of a line at one of its points, of length 1. */
function direction(line: readonly Point[], i: number): Point {
  const from = line[Math.max(0, i - 1)] ?? [0, 0];
  const to = line[Math.min(line.length - 1, i + 1)] ?? from;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
}

/** The outlines of limbs with their sunny sides; a limb thicker than 26 is furrowed. */
export function wooden(limbs: readonly Limb[], rng: Random): Required<Omit<Tree, "planes">> {
  const bark = new Path();
  const barkLit = new Path();
  const furrows = new Path();
  for (const { line, widths } of limbs) {
    const width = (i: number) => widths[i] ?? 0;
    // Towards the sun, across the limb.
    const towards = (i: number): Point => {
      const [dx, dy] = direction(line, i);
      const facing = sun[0] * dy - sun[1] * dx;
      return [dy * facing, -dx * facing];
    };
    ribbon(line, widths, bark);
    ribbon(
      line.map(([x, y], i): Point => {
        const [nx, ny] = towards(i);
        return [x + nx * width(i) * 0.27, y + ny * width(i) * 0.27];
      }),
      widths.map((w) => w * 0.5),
      barkLit,
    );
    for (let i = 0; i + 1 < line.length; i++) {
      const [ax, ay] = line[i] ?? [0, 0];
      const [bx, by] = line[i + 1] ?? [0, 0];
      const [nx, ny] = [-direction(line, i)[1], direction(line, i)[0]];
      const thick = (width(i) + width(i + 1)) / 2;
      if (thick < 26) continue;
      const length = Math.hypot(bx - ax, by - ay);
      for (let n = 0; n < (thick * length) / 2000; n++) {
        const t = rng.between(0, 0.8);
        const to = t + rng.between(14, 34) / length;
        const off = rng.between(-0.4, 0.16) * thick * (nx * sun[0] + ny * sun[1] > 0 ? -1 : 1);
        const bend = rng.between(-3, 3);
        furrows
          .move(ax + (bx - ax) * t + nx * off, ay + (by - ay) * t + ny * off)
          .line([ax + (bx - ax) * to + nx * (off + bend), ay + (by - ay) * to + ny * (off + bend)]);
      }
    }
  }
  return { bark: String(bark), barkLit: String(barkLit), furrows: String(furrows) };
}

/** Roots that spread from the foot of a trunk, about the origin. */
export const roots = (width: number, spread: number): Limb[] =>
  [
    `${-width * 0.22},${-width * 0.5}:${width * 0.36} ${-width * 0.5},-6:${width * 0.26} ${-spread},9:3`,
    `${width * 0.24},${-width * 0.5}:2 ${width * 0.5},-4:${width * 0.24} ${spread},10:3`,
    `${width * 0.02},${-width * 0.5}:2 ${width * 0.1},4:${width * 0.26} ${width * 0.3},20:3`,
  ].map(limb);
