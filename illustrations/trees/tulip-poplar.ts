import { clumpsAt, crown, tiers } from "../foliage.ts";
import { random } from "../random.ts";
import { type Limb, limb, roots, wooden } from "./limbs.ts";
import type { Tree } from "./tree.ts";

const limbs: Limb[] = [
  ...roots(60, 62),
  limb("0,8:76 0,-30:58 0,-200:50 2,-420:44 0,-700:32 0,-1000:16 0,-1170:4"),
  limb("0,-270:20 -50,-350:16 -110,-400:10 -150,-440:4"),
  limb("0,-320:20 52,-400:16 110,-450:10 140,-490:4"),
  limb("0,-420:18 -40,-520:12 -90,-580:4"),
  limb("0,-480:18 50,-580:12 90,-640:4"),
];

/** Returns a tulip poplar, 31 m high and 11 m wide: straight as a mast, with a crown like a spire. */
export function tulipPoplar({ detail = 1 } = {}): Tree {
  const rng = random(5);
  // The tiers stand upright from the tip down. Each tier is wider than the one above, and in front of it.
  const leafy = tiers([1, 1, 2, 2, 3, 3, 4, 4, 4, 4], (at, tier) => ({
    x: at * (16 + tier * 15 - Math.max(0, tier - 7) * 24) * rng.between(0.85, 1.1),
    y: -1180 + tier * 84 + Math.abs(at) * 46 + rng.between(-16, 16),
    r: 40 + tier * 3 + rng.between(-6, 8),
    flat: 1.05,
  }));
  const clumps = [...clumpsAt("0,-560:122*1.6 0,-840:92*1.9 0,-1050:50*2.2"), ...leafy];
  const planes = crown(clumps, rng, {
    edge: { from: 20, to: 52, lean: 0.5 },
    leaf: { length: 8, width: 7, density: 0.6 },
    holes: clumpsAt("-60,-440:24*0.9 74,-520:20"),
    detail,
  });
  return { ...wooden(rng, limbs), planes };
}
