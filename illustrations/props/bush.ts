import { type Clump, crown } from "../foliage.ts";
import type { Weather } from "../palette.ts";
import { random } from "../random.ts";
import type { Markup } from "../svg.ts";
import { foliage } from "../trees/tree.ts";

/** An azalea, 2.4 m wide and 1.4 m high, about the ground below its middle. */
export function bush(weather: Weather, seed = 1): Markup {
  const rng = random(seed * 31);
  const clumps: Clump[] = [
    { x: 0, y: -26, r: 34, flat: 0.85 },
    { x: -26, y: -18, r: 26, flat: 0.8 },
    { x: 26, y: -18, r: 26, flat: 0.8 },
    { x: -6, y: -14, r: 22, flat: 0.8 },
  ].map((clump) => ({
    ...clump,
    x: clump.x + rng.between(-5, 5),
    y: clump.y + rng.between(-4, 3),
  }));
  const planes = crown(clumps, rng, {
    edge: { from: 6, to: 16, lean: 0.3 },
    leaf: { length: 4, width: 3.4, density: 0.5 },
    ripple: 3,
    cell: 3,
  });
  return foliage(planes, weather.leaves);
}
