import { type Clump, coarser, crown, plate } from "../foliage.ts";
import type { Point } from "../geometry.ts";
import { mixed, type Weather } from "../palette.ts";
import { random } from "../random.ts";
import { ellipse, filled, group, type Markup, Path, placement } from "../svg.ts";
import { type Limb, limb, wooden } from "./limbs.ts";
import { foliage, timber } from "./tree.ts";

/** How a tree fell. */
export interface Fall {
  /** The root plate, and the middle of the crown where it came down. */
  root: Point;
  crown: Point;
  /** Width of the crown. */
  spread: number;
  /** Thickness of the trunk. */
  trunk: number;
  seed?: number;
  /** A limb torn off a standing tree has no roots. */
  rootless?: boolean;
  /** Fewer leaves than this share of the usual detail. */
  detail?: number;
}

/** A great oak thrown by a storm, roots and all. In units of the drawing. */
export function fallenOak(weather: Weather, fall: Fall): Markup {
  const { root, crown: middle, spread, trunk, seed = 1, rootless = false, detail = 1 } = fall;
  const rng = random(seed * 13);
  const [rx, ry] = root;
  const [cx, cy] = middle;
  const along = (share: number, off = 0): Point => {
    const dx = cx - rx;
    const dy = cy - ry;
    const length = Math.hypot(dx, dy);
    return [rx + dx * share - (dy / length) * off, ry + dy * share + (dx / length) * off];
  };
  const branch = (share: number, side: number, reach: number, width: number): Limb => {
    const from = along(share);
    const half = along(share + reach * 0.3, side * reach * spread * 0.28);
    const to = along(share + reach * 0.8, side * reach * spread * 0.42);
    return { line: [from, half, to], widths: [width, width * 0.7, width * 0.2] };
  };
  const limbs: Limb[] = [
    {
      line: [
        along(-0.02),
        along(0.06),
        along(0.3, -trunk * 0.08),
        along(0.6, trunk * 0.05),
        along(1),
      ],
      widths: [trunk * 1.7, trunk * 1.15, trunk * 0.92, trunk * 0.8, trunk * 0.4],
    },
    branch(0.56, 1, 0.4, trunk * 0.44),
    branch(0.62, -1, 0.4, trunk * 0.46),
    branch(0.8, 1, 0.34, trunk * 0.32),
    branch(0.84, -1, 0.34, trunk * 0.3),
  ];

  // The root plate stands up out of its pit, towards the viewer's right.
  const plateRadius = trunk * 1.75;
  const edge: Point[] = Array.from({ length: 13 }, (_, i) => {
    const angle = (i / 13) * 6.283;
    const r = plateRadius * rng.between(0.82, 1.12);
    return [rx + trunk * 0.2 + Math.cos(angle) * r * 0.46, ry - trunk * 0.35 + Math.sin(angle) * r];
  });
  const rootLimbs: Limb[] = Array.from({ length: 9 }, (_, i) => {
    const angle = -2.2 + (i / 8) * 4.4;
    const reach = plateRadius * rng.between(1.05, 1.6);
    const start: Point = [
      rx + trunk * 0.2,
      ry - trunk * 0.35 + Math.sin(angle) * plateRadius * 0.5,
    ];
    return {
      line: [
        start,
        [start[0] + Math.cos(angle) * reach * 0.35, start[1] + Math.sin(angle) * reach * 0.3],
        [start[0] + Math.cos(angle) * reach * 0.62, start[1] + Math.sin(angle) * reach * 0.62 - 6],
      ],
      widths: [trunk * 0.26, trunk * 0.16, 2],
    };
  });
  const clumps: Clump[] = [
    ...plate(cx + spread * 0.08, cy - spread * 0.02, spread * 0.62, rng, 0.6),
    ...plate(cx - spread * 0.26, cy - spread * 0.08, spread * 0.44, rng, 0.6),
    ...plate(cx + spread * 0.02, cy - spread * 0.2, spread * 0.42, rng, 0.6),
    ...plate(cx - spread * 0.4, cy + spread * 0.08, spread * 0.36, rng, 0.6),
    ...plate(cx + spread * 0.3, cy + spread * 0.1, spread * 0.34, rng, 0.55),
    ...plate(cx - spread * 0.1, cy + spread * 0.12, spread * 0.4, rng, 0.55),
    ...plate(cx - spread * 0.3, cy + spread * 0.22, spread * 0.26, rng, 0.6),
    ...plate(cx + spread * 0.12, cy + spread * 0.2, spread * 0.26, rng, 0.6),
  ];
  const wood = wooden(limbs, rng);
  const roots = wooden(rootLimbs, rng);
  const planes = crown(
    clumps,
    rng,
    coarser(
      {
        edge: { from: spread * 0.03, to: spread * 0.085, bulge: 0.36, lean: 0.8 },
        leaf: { length: 10, width: 6, density: 0.4 },
      },
      detail,
    ),
  );
  const rootPlate = [
    group(
      { transform: placement(rx, ry + trunk * 0.9) },
      ellipse(0, 0, trunk * 1.9, trunk * 0.42, mixed(weather.earth, weather.wood.shade, 0.6)),
    ),
    timber(roots, weather.wood),
    filled(new Path().curve(edge, true), mixed(weather.earth, weather.wood.shade, 0.35)),
    filled(
      new Path().curve(
        edge.map(
          ([x, y]): Point => [
            x - trunk * 0.1 + (x - rx) * -0.12,
            y - trunk * 0.1 + (y - ry) * -0.16,
          ],
        ),
        true,
      ),
      weather.earth,
    ),
  ];
  return [
    ...(rootless ? [] : rootPlate),
    timber(wood, weather.wood),
    foliage(planes, weather.leaves),
  ].join("");
}

/** A limb with leaves that has broken off, lying along x; 5 m long, in units of 1/40 m. */
export function fallenLimb(weather: Weather, seed = 1): Markup {
  const rng = random(seed * 29);
  const wood = wooden(
    [
      limb("-100,-6:26 -40,-16:22 30,-12:16 90,-22:5"),
      limb("-30,-14:12 10,-44:9 50,-58:3"),
      limb("20,-12:10 56,-4:6 92,0:2"),
    ],
    rng,
  );
  const planes = crown(
    [
      ...plate(60, -52, 80, rng, 0.6),
      ...plate(104, -26, 84, rng, 0.55),
      ...plate(56, -14, 70, rng, 0.5),
    ],
    rng,
    {
      edge: { from: 8, to: 22, bulge: 0.36, lean: 0.8 },
      leaf: { length: 6, width: 4, density: 0.4 },
      ripple: 4,
      cell: 4,
    },
  );
  return timber(wood, weather.wood) + foliage(planes, weather.leaves);
}
