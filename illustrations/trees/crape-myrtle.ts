import { clumpsAt, crown } from "../foliage.ts";
import { direction, type Point, polar } from "../geometry.ts";
import { type Random, random } from "../random.ts";
import { Path } from "../svg.ts";
import { type Limb, limb, wooden } from "./limbs.ts";
import type { Tree } from "./tree.ts";

const limbs: Limb[] = [
  limb("-14,6:17 -34,-60:15 -66,-120:13 -112,-190:9 -138,-240:3"),
  limb("-6,8:18 -14,-70:16 -34,-150:13 -50,-240:4"),
  limb("2,8:18 8,-80:15 2,-160:12 10,-260:4"),
  limb("8,8:17 26,-70:15 54,-150:12 66,-240:4"),
  limb("16,6:16 42,-54:14 86,-120:12 126,-190:8 146,-230:3"),
  limb("-38,-70:9 -24,-130:8 -6,-190:3"),
  limb("28,-76:9 14,-130:8 26,-200:3"),
  limb("-66,-120:9 -96,-150:7 -150,-180:3"),
];

const clumps = clumpsAt(`
  -70,-240:62*0.8 80,-240:62*0.8 0,-262:66*0.85 -30,-308:44*0.9 48,-300:42*0.9 -100,-272:40*0.9
  112,-262:40*0.9 -152,-206:44*0.8 156,-200:42*0.8 -88,-214:36*0.8 90,-206:36*0.8 6,-236:40*0.8
`);

/** Returns a crape myrtle, 9 m high, out of bloom: smooth stems from one foot, spread like a vase. */
export function crapeMyrtle({ detail = 1 } = {}): Tree {
  const rng = random(4);
  const planes = crown(clumps, rng, {
    edge: { from: 10, to: 26, lean: 0.5 },
    leaf: { length: 5, width: 4, density: 0.6 },
    holes: clumpsAt("40,-226:14"),
    detail,
  });
  return { ...wooden(rng, limbs), planes };
}

/** Draws shoots that fork from a point in a direction, three times. */
function shoots(path: Path, [x, y]: Point, angle: number, length: number, rng: Random): void {
  for (const turn of length > 60 ? [-0.5, -0.1, 0.36] : [-0.34, 0.3]) {
    const toward = angle + turn + rng.between(-0.12, 0.12);
    const end = polar(x, y, toward, length * rng.between(0.8, 1.15));
    path.move(x, y).line(end);
    if (length > 30) shoots(path, end, toward, length * 0.62, rng);
  }
}

/** Returns the crape myrtle in winter, without the stems that cross its middle: each stem ends in uncut shoots. */
export function bareMyrtle(): Tree {
  const rng = random(21);
  const stems = limbs.slice(0, 5);
  const twigs = new Path();
  for (const { line } of stems) {
    const [dx, dy] = direction(line, line.length - 1);
    shoots(twigs, line.at(-1) ?? [0, 0], Math.atan2(dy - 0.7, dx), 70, rng);
  }
  return { ...wooden(rng, stems), furrows: String(twigs) };
}
