import { clumpsAt, crown } from "../foliage.ts";
import { random } from "../random.ts";
import { limb, wooden } from "./limbs.ts";
import type { Tree } from "./tree.ts";

const limbs = [
  limb("10,10:88 8,-30:58 14,-90:44 22,-140:38"),
  limb("24,-120:30 44,-230:21 62,-350:13 70,-450:4"),
  limb("26,-126:26 76,-230:18 116,-330:11 134,-410:3"),
  limb("18,-120:26 12,-250:17 16,-390:10 22,-490:3"),
  limb("30,-150:20 96,-220:14 150,-290:9 172,-350:3"),
];

const clumps = clumpsAt(`
  50,-520:36*1.4 60,-470:44*1.2 100,-440:46*1.1 50,-420:46*1.2 130,-380:52*1.1 80,-370:58*1.1
  166,-326:52*1.1 70,-320:56*1.1 120,-300:70 176,-262:48 80,-252:52 136,-230:60 96,-206:44
`);

/** Returns the right half of a Bradford pear, 14 m high: an egg of upright limbs from one tight fork. */
export function halfPear(): Tree {
  const rng = random(31);
  const leaf = { length: 8, width: 5, density: 0.5 };
  return {
    ...wooden(rng, limbs),
    planes: crown(clumps, rng, { edge: { from: 13, to: 32 }, leaf }),
  };
}
