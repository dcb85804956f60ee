import {
  type Box,
  ball,
  contours,
  type Field,
  intersection,
  measured,
  moved,
  type Place,
  type Point,
  polar,
  rippled,
  rows,
  union,
  without,
} from "./geometry.ts";
import type { Random } from "./random.ts";
import { Path } from "./svg.ts";

/** A clump of leaves: a flattened ball. Lists of clumps go from the back to the front. */
export interface Clump {
  x: number;
  y: number;
  r: number;
  /** The height divided by the width; 1 is round. */
  flat: number;
  /** Less than 1 for a clump that other leaves shade. */
  light?: number;
}

/** Parses clumps: `x,y:r` for each, followed by `*flat` unless the clump is round. */
export const clumpsAt = (text: string): Clump[] =>
  rows(text).map(([x = 0, y = 0, r = 0, flat = 1]) => ({ x, y, r, flat }));

/** The edge of a leaf mass: a row of bumps. */
export interface Edge {
  /** The lengths of the shortest and the longest bump. */
  from: number;
  to: number;
  /** The height of a bump divided by its length. */
  bulge?: number;
  /** The sideways bend of the bumps: 0 for none, 1 for a strong one. */
  lean?: number;
  /** The shape of a bump: round, a straight point for needles, or a curved point for stiff leaves. */
  tip?: "round" | "needle" | "leaf";
}

/** A loose leaf, drawn as a short stroke. */
export interface Leaf {
  length: number;
  width: number;
  /** The directions in radians. */
  angles?: [number, ...number[]];
}

interface CrownOptions {
  edge: Edge;
  /** The length and width of a loose leaf, and the number of loose leaves (1 is usual, 0 is none). */
  leaf?: Partial<Leaf> & { density?: number };
  holes?: readonly Clump[];
  /** The distance that the light reaches down each clump (1 is usual). */
  light?: number;
  /** The level of detail (1 is full). A tree that appears smaller needs coarser edges and fewer leaves. */
  detail?: number;
}

/** Returns the clumps of a leaf mass at the end of a limb: a wide, flat pile. */
export function plate([x, y, width]: Place, rng: Random, flat = 0.52, light = 1): Clump[] {
  const near = (share: number, by: number) => share + Math.sign(share) * rng.between(-by, by);
  const clump = (right: number, down: number, r: number, tall = 1): Clump => ({
    x: x + width * near(right, 0.06),
    y: y + width * near(down, 0.06) * flat,
    r: width * near(r, 0.03),
    flat: flat * tall,
    light,
  });
  return [
    clump(0.08, -0.14, 0.29, 1.2),
    clump(0.3, 0.05, 0.22),
    clump(-0.3, 0.04, 0.23),
    clump(-0.04, 0.12, 0.27),
  ];
}

/** Spreads a number of clumps evenly across each tier. `clump` gets the position across, from -1 to 1. */
export const tiers = (counts: number[], clump: (at: number, tier: number) => Clump): Clump[] =>
  counts.flatMap((count, tier) =>
    Array.from({ length: count }, (_, n) =>
      clump(count === 1 ? 0 : (n / (count - 1)) * 2 - 1, tier),
    ),
  );

const touching = (a: Clump, b: Clump): boolean =>
  Math.abs(a.x - b.x) < a.r + b.r && Math.abs(a.y - b.y) < a.r * a.flat + b.r * b.flat;

const field = ({ x, y, r, flat }: Clump): Field => ball(x, y, r, r * flat);

function extent(clumps: readonly Clump[], margin = 0): Box {
  return {
    left: Math.min(...clumps.map((c) => c.x - c.r)) - margin,
    right: Math.max(...clumps.map((c) => c.x + c.r)) + margin,
    top: Math.min(...clumps.map((c) => c.y - c.r * c.flat)) - margin,
    bottom: Math.max(...clumps.map((c) => c.y + c.r * c.flat)) + margin,
  };
}

/** Returns the planes of a crown, lit from the upper left. A clump hides the light of the clumps behind it. */
export function crown(
  clumps: readonly Clump[],
  rng: Random,
  { edge: cut, leaf: { density = 1, ...strewing } = {}, ...options }: CrownOptions,
) {
  const { holes = [], light = 1, detail = 1 } = options;
  // The unevenness of the clumps, and the sampling step for their edge.
  const ripple = Math.min(9, cut.to * 0.18);
  const cell = Math.max(3, Math.min(6, cut.to * 0.17));
  const edge = { ...cut, from: cut.from / detail, to: cut.to / detail };
  const leaf = { length: 10, width: 6, ...strewing };
  const box = extent(clumps, edge.to);
  const centerX = (box.left + box.right) / 2;
  const centerY = (box.top + box.bottom) / 2;
  const gaps = holes.map((hole) => rippled(field(hole), ripple, rng));
  const solid = without(rippled(union(...clumps.map(field)), ripple, rng), ...gaps);
  const inside: Field = (x, y) => solid(x, y) - edge.from * 0.12;

  // The lit cap of a clump is the part outside a ball of shade that is pushed away from the sun.
  const plane = (dx: number, dy: number, reach: number, wave: number) =>
    rippled(
      intersection(
        inside,
        union(
          ...clumps.map((clump, i) => {
            const { x, y, r, flat } = clump;
            const away =
              ((x - centerX) / (box.right - box.left)) * 0.9 +
              (y - centerY) / (box.bottom - box.top);
            const push = (1 - reach * away) * light * (clump.light ?? 1) * rng.between(0.85, 1.15);
            if (push < 0.15) return () => -1e3;
            const shade = { x: x + r * dx * push, y: y + r * flat * dy * push, r: r * 1.06, flat };
            const front = clumps.slice(i + 1).filter((other) => touching(clump, other));
            return without(field({ ...clump, r: r * 0.985 }), ...[shade, ...front].map(field));
          }),
        ),
      ),
      wave,
      rng,
    );

  const body = plane(0.36, 1.02, 0.5, ripple * 0.7);
  const lit = plane(0.3, 0.56, 1.1, ripple * 0.6);
  const gleam = plane(0.16, 0.27, 2, 0);
  const outline = (what: Field, finer = 1) => {
    const { from, to } = edge;
    return String(scalloped(what, box, { ...edge, from: from * finer, to: to * finer }, rng, cell));
  };
  const strewn = (what: Field, share: number) =>
    density > 0 ? String(leaves(what, box, leaf, share * (density * detail ** 3), rng)) : "";
  const band =
    (what: Field, from: number, to: number): Field =>
    (x, y) => {
      const depth = what(x, y);
      return Math.min(depth - from, to - depth, inside(x, y) - leaf.width * 0.3);
    };
  const inBody: Field = (x, y) => body(x, y) + leaf.width * 0.7;
  return {
    // The planes, from the bottom one to the top one.
    shade: outline(solid),
    body: outline(body, 0.9),
    lit: outline(lit, 0.85),
    gleam: outline(gleam, 0.8),
    // Dark leaves in the light, light leaves in the shade, and the brightest leaves.
    shadeLeaves: strewn(band(body, -leaf.width * 1.6, leaf.width * 1.2), 0.2),
    litLeaves: strewn(intersection(inBody, band(lit, -leaf.width * 2.2, leaf.width * 0.5)), 0.3),
    gleamLeaves: strewn(intersection(lit, band(gleam, -leaf.width * 2.4, leaf.width * 0.4)), 0.3),
    leafWidth: leaf.width,
  };
}

/** The planes of a crown, and the loose leaves between the planes as strokes. */
export type Planes = ReturnType<typeof crown>;

/** Cuts the outline of a field into bumps. */
export function scalloped(
  field: Field,
  box: Box,
  { from: shortest, to: longest, bulge = 0.34, lean = 0.6, tip }: Edge,
  rng: Random,
  cell: number,
  path = new Path(),
): Path {
  for (const line of contours(field, box, cell)) {
    const { length, at } = measured(line);
    if (length < shortest * 4) continue;
    const steps: number[] = [];
    for (let sum = 0; sum < length; ) {
      // Small bumps are more frequent than large ones.
      const step = shortest + (longest - shortest) * rng.between(0, 1) * rng.between(0.2, 1);
      steps.push(step);
      sum += step;
    }
    const fit = length / steps.reduce((sum, step) => sum + step, 0);
    let distance = 0;
    let from = at(0);
    path.move(...from);
    for (const step of steps) {
      distance += step * fit;
      const to = at(distance);
      const chord: Point = [to[0] - from[0], to[1] - from[1]];
      const height = bulge * 2 * rng.between(0.6, 1.3);
      // The inside is on the left of the direction of travel, so the bump swells to the right.
      const peak = moved(from, chord, 0.5 + lean * rng.between(-0.5, 0.5), height);
      if (tip === "needle") path.line(peak, to);
      else if (tip === "leaf")
        path
          .quadratic(...moved(from, chord, 0, height * 0.75), ...peak)
          .quadratic(...moved(to, chord, 0, height * 0.5), ...to);
      else path.quadratic(...peak, ...to);
      from = to;
    }
    path.close();
  }
  return path;
}

/** Scatters leaves evenly over a field, as short strokes. `density` is the share of places with a leaf. */
export function leaves(
  what: Field,
  box: Box,
  { length, width, angles = [0.1, 0.35, 0.6, 0.9, 2.7] }: Leaf,
  density: number,
  rng: Random,
): Path {
  const path = new Path();
  const spacing = width * 2.3;
  for (let row = 0, y = box.top; y < box.bottom; row++, y += spacing * 0.8)
    for (let x = box.left + (row % 2) * spacing * 0.5; x < box.right; x += spacing) {
      const px = x + rng.between(-0.35, 0.35) * spacing;
      const py = y + rng.between(-0.35, 0.35) * spacing;
      const angle = rng.pick(angles);
      const size = length * rng.between(0.5, 1);
      if (!rng.chance(density) || what(px, py) <= 0) continue;
      path.move(px, py).line(polar(px, py, angle, size));
    }
  return path;
}

/** Adds a pointed leaf around its center to a path. */
export function almond(
  path: Path,
  x: number,
  y: number,
  length: number,
  angle: number,
  width = 0.36,
): void {
  const [dx, dy] = polar(0, 0, angle, length / 2);
  const w = width * 2;
  path
    .move(x - dx, y - dy)
    .quadratic(x + dy * w, y - dx * w, x + dx, y + dy)
    .quadratic(x - dy * w, y + dx * w, x - dx, y - dy)
    .close();
}

/** Returns the smooth outline of clumps, for a crown that is gone. */
export function ghost(clumps: readonly Clump[], spacing = 34): Path {
  const what = union(...clumps.map(field));
  const path = new Path();
  for (const line of contours(what, extent(clumps, 10), 8)) {
    const { length, at } = measured(line);
    if (length < spacing * 6) continue;
    const count = Math.round(length / spacing);
    path.curve(
      Array.from({ length: count }, (_, i) => at((i / count) * length)),
      true,
    );
  }
  return path;
}
