import { between, moved, type Point, polar, ring } from "../geometry.ts";
import { mixed, type Wood } from "../palette.ts";
import { type Random, random } from "../random.ts";
import type { Scene } from "../scene.ts";
import {
  ellipse,
  filled,
  group,
  type Markup,
  number,
  Path,
  placed,
  stroked,
  turned,
} from "../svg.ts";

/** Returns uneven growth rings on a cut face, one inside the other, around the origin. */
function rings(rx: number, ry: number, count: number, rng: Random): Path {
  const path = new Path(rx < 30 ? 1 : 0);
  const phase = rng.between(0, 6);
  for (let i = 1; i <= count; i++) {
    const share = (i / (count + 0.6)) ** 0.85;
    const edge = ring(9, (angle) => {
      const own =
        share * (1 + 0.05 * Math.sin(angle * 2 + phase) * share + rng.between(-0.02, 0.02));
      return polar(0, 0, angle, rx * own, ry * own);
    });
    path.curve(edge, true);
  }
  return path;
}

/** Draws a cut face: sapwood, heartwood, rings, and one crack. */
export function cutFace(rx: number, ry: number, wood: Wood, seed: number): Markup {
  const rng = random(seed);
  const count = Math.max(2, Math.min(7, Math.round(rx / 9)));
  const [x, y] = polar(0, 0, rng.between(0.2, 0.9), rx * 0.8, ry * 0.8);
  const crack = `M0 0L${number(x)} ${number(y)}`;
  const grain = rings(rx * 0.9, ry * 0.9, count, rng);
  return (
    ellipse(0, 0, rx, ry, mixed(wood.cut, wood.lit, 0.35)) +
    ellipse(0, 0, rx * 0.93, ry * 0.92, wood.cut) +
    stroked(grain, mixed(wood.cut, wood.lit, 0.55), Math.max(1, rx / 32)) +
    stroked(crack, mixed(wood.cut, wood.shade, 0.6), Math.max(1, rx / 26))
  );
}

/** Draws a stump. The origin is the middle of its foot, and `radius` is the radius of the cut. */
export function stump(radius: number, height: number, wood: Wood, seed = 1): Markup {
  const rng = random(seed);
  const ry = radius * 0.34;
  // Units: the radius of the cut to the sides, the height upward, and the depth of the cut's ellipse downward.
  const at = ([x, y]: Point): Point => [x * radius, y * (y < 0 ? height : ry)];
  const outline = new Path().trace(
    `M-1,-1 C-1.02,-0.5 -1.05,-0.2 -1.5104,0.5 Q-1.1008,0.3 -0.768,1.05 Q-0.384,0.66 -0.0256,1.25
    Q0.384,0.66 0.7936,1.1 Q1.024,0.4 1.5616,0.55 C1.05,-0.2 1.02,-0.5 1,-1 Z`,
    at,
  );
  const lit = new Path()
    .trace(
      "M-1,-1 C-1.02,-0.5 -1.05,-0.2 -1.4592,0.46 Q-1.0752,0.2 -0.768,0.92 Q-0.4352,0.6 -0.0768,1.1",
      at,
    )
    .cubic(radius * 0.1, -height * 0.3, radius * 0.3, -height * 0.6, radius * 0.34, -height + ry)
    .close();
  const furrows = new Path();
  for (let n = 0; n < radius / 3.2; n++) {
    const x = rng.between(-0.92, 0.86) * radius;
    const depth = Math.sqrt(1 - (x / radius) ** 2) * ry;
    const top = -height + depth + rng.between(0.08, 0.5) * height;
    furrows
      .move(x, top)
      .line([x * 1.06, Math.min(depth * 0.7, top + height * rng.between(0.15, 0.4))]);
  }
  return [
    filled(outline, wood.shade),
    filled(lit, wood.lit),
    stroked(furrows, mixed(wood.shade, wood.lit, 0.25), Math.max(2, radius / 26)),
    placed(0, -height, 1, cutFace(radius, ry, wood, seed + 3)),
  ].join("");
}

/** Draws a log along x, with its right end cut toward the viewer. The origin is below its middle. */
export function log(length: number, radius: number, wood: Wood, seed = 1): Markup {
  const rng = random(seed);
  const half = length / 2;
  const rx = radius * 0.42;
  const body = new Path()
    .move(-half, -radius * 2)
    .line([half, -radius * 2], [half, 0], [-half, 0])
    .quadratic(-half - rx * 1.3, -radius, -half, -radius * 2)
    .close();
  const furrows = new Path();
  for (let n = 0; n < length / 16; n++) {
    const x = rng.between(-half, half - 24);
    const y = -radius * rng.between(0.5, 1.85);
    furrows.move(x, y).line([x + rng.between(10, 26), y + rng.between(-1, 1)]);
  }
  return [
    filled(body, wood.shade),
    filled(
      `M${number(-half - rx * 0.5)} ${number(-radius * 2)}H${number(half)}v${number(radius * 1.15)}H${number(-half - rx * 0.6)}z`,
      wood.lit,
    ),
    stroked(furrows, wood.shade, Math.max(1.5, radius / 9)),
    placed(half, -radius, 1, cutFace(rx, radius, wood, seed + 5)),
  ].join("");
}

/** Draws a short log in the arms of a person in the pose `pushing`. */
export const heldLog = (wood: Wood): Markup => turned(18, -34, -5, log(40, 8, wood, 2));

/** Returns the outline of a bare, broken branch on the ground. */
export function deadBranch(length: number, seed = 1): Path {
  const rng = random(seed);
  const path = new Path();
  const twig = (from: Point, angle: number, size: number, width: number, depth: number): void => {
    const along = polar(0, 0, angle, 1);
    const to = moved(from, along, size, 0);
    const bend = rng.between(-0.12, 0.12) * size;
    path
      .move(...moved(from, along, 0, -width / 2))
      .quadratic(...moved(from, along, size / 2, bend - width / 2), ...to)
      .quadratic(
        ...moved(from, along, size / 2, bend + width / 2),
        ...moved(from, along, 0, width / 2),
      )
      .close();
    if (depth > 0)
      for (const side of [-1, 1])
        if (rng.chance(0.85))
          twig(
            between(from, to, rng.between(0.3, 0.7)),
            angle + side * rng.between(0.4, 0.8),
            size * rng.between(0.4, 0.6),
            width * 0.55,
            depth - 1,
          );
  };
  twig([-length / 2, 0], rng.between(-0.15, 0.05), length, length * 0.07, 2);
  return path;
}

/** Draws dead branches (`x,y:length,turn,seed`) where they leave the crown, which hides `hidden` of each. */
export const deadBranches = (
  branches: readonly number[][],
  hidden: number,
  draw: (outline: Path) => Markup,
): Markup[] =>
  branches.map(([x = 0, y = 0, length = 0, turn = 0, seed]) =>
    group(
      { transform: `translate(${x} ${y})rotate(${turn})translate(${length / 2 - hidden} 0)` },
      draw(deadBranch(length, seed)),
    ),
  );

/** Draws a pile of cut logs, seen from their ends. */
export function logStack(scene: Scene, columns: number, rows: number, radius: number): Markup {
  const { wood } = scene.weather;
  const faces = [1, 2].map((seed) =>
    scene.shape(
      ellipse(0, 0, radius + 2.5, radius + 2.5, wood.shade) + cutFace(radius, radius, wood, seed),
    ),
  );
  let stack = "";
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns - row; column++)
      stack += scene.use(faces[(column + row) % 2] ?? "", {
        x: (column + row / 2) * (radius * 2 + 4),
        y: -radius - 2 - row * (radius * 1.78 + 3),
      });
  return stack;
}
