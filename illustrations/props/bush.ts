import { clumpsAt, crown } from "../foliage.ts";
import type { Weather } from "../palette.ts";
import { random } from "../random.ts";
import type { Markup } from "../svg.ts";
import { foliage } from "../trees/tree.ts";

/** An azalea, 2.4 m wide and 1.4 m high, about the ground below its middle. */
export function bush(weather: Weather, seed = 1): Markup {
  const rng = random(seed * 31);
  const clumps = clumpsAt("0,-26:34*0.85 -26,-18:26*0.8 26,-18:26*0.8 -6,-14:22*0.8").map(
    (clump) => ({
      ...clump,
      x: clump.x + rng.between(-5, 5),
      y: clump.y + rng.between(-4, 3),
    }),
  );
  const planes = crown(clumps, rng, {
    edge: { from: 6, to: 16, lean: 0.3 },
    leaf: { length: 4, width: 3.4, density: 0.5 },
    ripple: 3,
    cell: 3,
  });
  return foliage(planes, weather.leaves);
}
