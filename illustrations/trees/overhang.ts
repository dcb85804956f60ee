import { crown, plate } from "../foliage.ts";
import type { Leaves, Weather } from "../palette.ts";
import { random } from "../random.ts";
import { filled, type Markup, ribbon } from "../svg.ts";
import { foliage } from "./tree.ts";

/** Where leaves hang into a picture. */
export interface Overhang {
  /** The corner of the frame from which it hangs, and how far it reaches in. */
  x: number;
  y: number;
  width: number;
  drop: number;
  seed?: number;
  leaves?: Leaves;
}

/** Leaves of a near tree that reach into the picture from its upper edge. */
export function overhang(weather: Weather, options: Overhang): Markup {
  const { x, y, width, drop, seed = 1, leaves = weather.leaves } = options;
  const rng = random(seed * 41);
  const size = Math.abs(width);
  const at = (share: number, down: number): [number, number] => [
    x + width * share,
    y + drop * down,
  ];
  const masses = (
    [
      [0.08, 0.2, 0.5],
      [0.36, 0.12, 0.46],
      [0.66, 0.1, 0.36],
      [0.04, 0.66, 0.36],
      [0.28, 0.62, 0.32],
      [0.54, 0.5, 0.28],
      [0.84, 0.3, 0.24],
      [0.14, 0.94, 0.22],
    ] as const
  ).flatMap(([share, down, part]) => plate(...at(share, down), size * part, rng, 0.5));
  const planes = crown(masses, rng, {
    edge: { from: 18, to: 50, bulge: 0.34, lean: 0.7 },
    leaf: { length: 10, width: 6, density: 0.35 },
  });
  return (
    filled(
      ribbon([at(0, 0.3), at(0.3, 0.6), at(0.62, 0.62), at(0.8, 0.5)], [26, 20, 12, 3]),
      weather.wood.shade,
    ) + foliage(planes, leaves)
  );
}
