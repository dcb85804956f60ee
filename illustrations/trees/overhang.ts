import { crown, plate } from "../foliage.ts";
import { type Point, places } from "../geometry.ts";
import type { Weather } from "../palette.ts";
import { random } from "../random.ts";
import { filled, type Markup, ribbon } from "../svg.ts";
import { foliage } from "./tree.ts";

/** Draws leaves of a near tree that enter the picture at its corner (x, y), `width` to the right, `drop` down. */
export function overhang(
  weather: Weather,
  { x, y, width, drop, seed }: Record<"x" | "y" | "width" | "drop" | "seed", number>,
): Markup {
  const rng = random(seed * 41);
  const at = (share: number, down: number): Point => [x + width * share, y + drop * down];
  const clumps = places(`
    0.08,0.2:0.5 0.36,0.12:0.46 0.66,0.1:0.36 0.04,0.66:0.36
    0.28,0.62:0.32 0.54,0.5:0.28 0.84,0.3:0.24 0.14,0.94:0.22
  `).flatMap(([share, down, part]) =>
    plate([...at(share, down), Math.abs(width) * part], rng, 0.5),
  );
  const edge = { from: 18, to: 50, lean: 0.7 };
  const planes = crown(clumps, rng, { edge, leaf: { density: 0.35 } });
  const limb = ribbon([at(0, 0.3), at(0.3, 0.6), at(0.62, 0.62), at(0.8, 0.5)], [26, 20, 12, 3]);
  return filled(limb, weather.wood.shade) + foliage(planes, weather.leaves);
}
