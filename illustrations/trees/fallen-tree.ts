import { crown, type Edge, plate } from "../foliage.ts";
import { moved, type Point, places, points, polar, ring } from "../geometry.ts";
import { mixed, type Weather } from "../palette.ts";
import { random } from "../random.ts";
import { ellipse, filled, type Markup, Path, placed } from "../svg.ts";
import { halfPear } from "./bradford-pear.ts";
import { type Limb, limb, wooden } from "./limbs.ts";
import { halfOak } from "./oak.ts";
import { standing, type Tree, timber } from "./tree.ts";

/** The width of a fallen crown, and the thickness of its trunk. */
type Fall = Record<"spread" | "trunk" | "seed", number> &
  Partial<Record<"roots" | "needles", boolean>> & { detail?: number };

/** Draws a tree thrown by a storm, from its root to the middle of its crown. A torn-off limb has no `roots`. */
export function fallenTree(
  weather: Weather,
  [rx, ry]: Point,
  [cx, cy]: Point,
  { spread, trunk, seed, roots = false, needles = false, detail = 1 }: Fall,
): Markup {
  const rng = random(seed * 13);
  const [dx, dy] = [cx - rx, cy - ry];
  const length = Math.hypot(dx, dy);
  const upward: Point = [dx / length, dy / length];
  const along = (share: number, off = 0): Point => moved([rx, ry], upward, length * share, off);
  const branch = (share: number, side: number, reach: number, width: number): Limb => {
    const from = along(share);
    const half = along(share + reach * 0.3, side * reach * spread * 0.28);
    const to = along(share + reach * 0.8, side * reach * spread * 0.42);
    return { line: [from, half, to], widths: [width, width * 0.7, width * 0.2] };
  };
  const bends = points("-0.02,0 0.06,0 0.3,-0.08 0.6,0.05 1,0");
  const stem = bends.map(([share, off]) => along(share, off * trunk));
  const limbs: Limb[] = [
    { line: stem, widths: [1.7, 1.15, 0.92, 0.8, 0.4].map((width) => width * trunk) },
    branch(0.56, 1, 0.4, trunk * 0.44),
    branch(0.62, -1, 0.4, trunk * 0.46),
    branch(0.8, 1, 0.34, trunk * 0.32),
    branch(0.84, -1, 0.34, trunk * 0.3),
  ];

  // The root plate, which stands up out of its pit, toward the viewer's right.
  const plateRadius = trunk * 1.75;
  const [px, py] = [rx + trunk * 0.2, ry - trunk * 0.35];
  const rim = ring(13, (angle) => {
    const r = plateRadius * rng.between(0.82, 1.12);
    return polar(px, py, angle, r * 0.46, r);
  });
  const rootLimbs = Array.from({ length: 9 }, (_, i): Limb => {
    const angle = -2.2 + (i / 8) * 4.4;
    const [cos, sin] = polar(0, 0, angle, plateRadius * rng.between(1.05, 1.6));
    const start = py + Math.sin(angle) * plateRadius * 0.5;
    const half: Point = [px + cos * 0.35, start + sin * 0.3];
    const to: Point = [px + cos * 0.62, start + sin * 0.62 - 6];
    return { line: [[px, start], half, to], widths: [trunk * 0.26, trunk * 0.16, 2] };
  });
  const leafy = (shares: string, flat: number) =>
    places(shares).flatMap(([right, down, share]) =>
      plate([cx + spread * right, cy + spread * down, spread * share], rng, flat),
    );
  const clumps = [
    ...leafy("0.08,-0.02:0.62 -0.26,-0.08:0.44 0.02,-0.2:0.42 -0.4,0.08:0.36", 0.6),
    ...leafy("0.3,0.1:0.34 -0.1,0.12:0.4", 0.55),
    ...leafy("-0.3,0.22:0.26 0.12,0.2:0.26", 0.6),
  ];
  const wood = wooden(rng, limbs);
  const rootWood = wooden(rng, rootLimbs);
  const edge: Edge = { from: spread * 0.03, to: spread * 0.085, lean: 0.8 };
  const planes = crown(clumps, rng, {
    edge: needles ? { ...edge, tip: "needle" } : edge,
    leaf: needles
      ? { length: 20, width: 4, density: 0.4, angles: [-2.5, -2, 2.6, 3.1, 2.2] }
      : { density: 0.4 },
    detail,
  });
  const pit = mixed(weather.earth, weather.wood.shade, 0.6);
  // The light comes from the upper left.
  const litRim = rim.map(
    ([x, y]): Point => [x - trunk * 0.1 - (x - rx) * 0.12, y - trunk * 0.1 - (y - ry) * 0.16],
  );
  const rootPlate = [
    ellipse(rx, ry + trunk * 0.9, trunk * 1.9, trunk * 0.42, pit),
    timber(rootWood, weather.wood),
    filled(new Path().curve(rim, true), mixed(weather.earth, weather.wood.shade, 0.35)),
    filled(new Path().curve(litRim, true), weather.earth),
  ];
  return (roots ? rootPlate.join("") : "") + standing({ ...wood, planes }, weather);
}

/** Draws a tree that is split to its foot. One half stands, and one half lies on the ground. */
function split(weather: Weather, half: Tree, scale: number): Markup {
  const { wood } = weather;
  return [
    placed(318, 540, scale, standing(half, weather)),
    fallenTree(weather, [310, 486], [124, 470], { spread: 240, trunk: 36, seed: 6, detail: 0.62 }),
    filled("M298 476l15-34 4 20 10-40 6 38 9-22-2 38 8 30-14 36-24-14 10-6-28-14 4z", wood.cut),
    filled("M322 456l4 46 10 36 8-32-6-30-5 14-4-28z", mixed(wood.cut, wood.lit, 0.5)),
  ].join("");
}

export const splitOak = (weather: Weather): Markup =>
  split(weather, halfOak({ detail: 0.62 }), 0.43);

export const splitPear = (weather: Weather): Markup => split(weather, halfPear(), 0.88);

/** Draws a leafy limb on the ground, along x, 5 m long (1/40 m a unit). `side` -1 puts the leaves on its left. */
export function fallenLimb(weather: Weather, seed = 1, side = 1): Markup {
  const rng = random(seed * 29);
  const limbs = [
    limb("-100,-6:26 -40,-16:22 30,-12:16 90,-22:5"),
    limb("-30,-14:12 10,-44:9 50,-58:3"),
    limb("20,-12:10 56,-4:6 92,0:2"),
  ];
  for (const one of limbs) one.line = one.line.map(([x, y]): Point => [x * side, y]);
  const wood = wooden(rng, limbs);
  const clumps = [
    ...plate([60 * side, -52, 80], rng, 0.6),
    ...plate([104 * side, -26, 84], rng, 0.55),
    ...plate([56 * side, -14, 70], rng, 0.5),
  ];
  const planes = crown(clumps, rng, {
    edge: { from: 8, to: 22, lean: 0.8 },
    leaf: { length: 6, width: 4, density: 0.4 },
  });
  return standing({ ...wood, planes }, weather);
}
