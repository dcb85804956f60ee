import { almond, clumpsAt, crown, tiers } from "../foliage.ts";
import { points, polar } from "../geometry.ts";
import { token } from "../palette.ts";
import { random } from "../random.ts";
import { type Drawing, disc, ellipse, filled, group, type Markup, Path } from "../svg.ts";
import { type Limb, limb, wooden } from "./limbs.ts";
import type { Tree } from "./tree.ts";

const limbs: Limb[] = [limb("0,8:62 0,-30:46 2,-120:40")];

const places = points(
  "-60,-470 40,-400 -118,-318 88,-262 -30,-280 -158,-170 24,-150 150,-120 10,-545",
);

/** Returns a southern magnolia, 16 m high and 10 m wide: a dense, dark cone down to the ground. */
export function magnolia({ detail = 1 } = {}): Tree {
  const rng = random(11);
  const leafy = tiers([1, 2, 2, 3, 3, 4, 4, 5], (at, tier) => ({
    x: at * (12 + tier * 22) + rng.between(-8, 8),
    y: -588 + tier * 68 + rng.between(-14, 14) + Math.abs(at) * 14,
    r: 50 + tier * 2.4 + rng.between(-5, 7),
    flat: tier === 0 ? 1.3 : 0.85,
  }));
  const planes = crown([...clumpsAt("0,-200:176 0,-400:116*1.5"), ...leafy], rng, {
    edge: { from: 20, to: 40, lean: 0.9, tip: "leaf" },
    leaf: { length: 15, width: 6, density: 0.7, angles: [-2.4, -0.7, 0.5, 2.6, 1.2] },
    light: 0.8,
    detail,
  });
  return { ...wooden(rng, limbs), planes };
}

/** Draws the flowers: large, white, and wide open on the outside of the crown. */
export function magnoliaFlowers(drawing: Drawing): Markup {
  const petals = new Path();
  for (const angle of [-2.7, -2.05, -1.57, -1.1, -0.45])
    almond(petals, ...polar(0, 0, angle, 13, 11), 30, angle, 0.34);
  const flower = drawing.shape(
    group(
      {},
      ellipse(0, 2, 17, 8, "#cfd3bb"),
      filled(petals, token("paper-50")),
      disc(0, -3, 4, "#d9c26a"),
    ),
  );
  return places.map(([x, y]) => drawing.use(flower, { x, y })).join("");
}
