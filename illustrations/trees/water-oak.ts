import { crown, type Edge, plate } from "../foliage.ts";
import { type Place, places } from "../geometry.ts";
import { random } from "../random.ts";
import { type Limb, limb, roots, wooden } from "./limbs.ts";
import type { Tree } from "./tree.ts";

/** An age of the tree: its limbs, starting with the trunk, and its leaf masses. */
interface Age {
  limbs: readonly Limb[];
  masses: readonly Place[];
  edge: Edge;
}

const ages = {
  /** About ten years old: one stem, with branches from low down. 484 units high. */
  young: {
    limbs: [
      limb("0,4:20 0,-14:13 1,-120:11 -2,-240:8 1,-360:5 0,-450:2"),
      limb("0,-110:6 -40,-160:4 -80,-190:2"),
      limb("0,-130:6 44,-180:4 86,-215:2"),
      limb("-1,-190:5 -50,-260:3 -84,-300:2"),
      limb("0,-220:5 46,-290:3 76,-340:2"),
    ],
    masses: places(`
      0,-440:110 -40,-380:120 46,-370:120 0,-330:160 -80,-300:130 84,-310:120 0,-260:170
      -92,-230:120 96,-235:115 -44,-200:120 50,-195:120 0,-160:110
    `),
    edge: { from: 13, to: 36 },
  },
  /** A shade tree, 994 units high. The crown starts at a quarter of its height, and is 0.7 of its height wide. */
  grown: {
    limbs: [
      ...roots(36, 24),
      limb("0,6:40 0,-22:31 2,-150:28 -4,-300:26 4,-460:21 -2,-620:14 4,-780:8 0,-900:4"),
      limb("-2,-250:17 -60,-330:13 -140,-390:9 -230,-420:4"),
      limb("2,-285:17 70,-365:13 150,-415:9 240,-450:4"),
      limb("0,-390:14 -80,-490:10 -170,-555:7 -250,-600:3"),
      limb("3,-440:14 80,-550:10 160,-610:6 230,-670:3"),
      limb("0,-560:10 -70,-660:7 -140,-740:3"),
      limb("0,-620:9 60,-730:6 120,-800:3"),
    ],
    masses: places(`
      10,-900:230 -110,-830:240 120,-810:240 0,-750:320 -190,-710:240 200,-700:240 0,-630:320
      -230,-590:230 240,-580:220 -120,-560:240 130,-540:240 -235,-455:200 245,-450:190
      -60,-490:190 84,-450:170 -150,-400:140 160,-395:130
    `),
    edge: { from: 17, to: 48 },
  },
} satisfies Record<string, Age>;

/** Returns a water oak, the shade tree of the region's yards. */
export function waterOak(age: keyof typeof ages, detail: number): Required<Tree> {
  const { limbs, masses, edge } = ages[age];
  const clumps = masses.flatMap((mass) => plate(mass, random(mass[0] * 31 + mass[1] * 7), 0.62));
  return { ...wooden(random(3), limbs), planes: crown(clumps, random(11), { edge, detail }) };
}
