import { type Clump, crown } from "../foliage.ts";
import { random } from "../random.ts";
import { type Limb, limb, wooden } from "./limbs.ts";
import type { Tree } from "./tree.ts";

const limbs: Limb[] = [
  limb("0,8:74 0,-30:54 4,-160:48 -2,-380:44 6,-600:38 2,-800:28 -4,-960:16 2,-1110:5"),
  limb("2,-640:18 -56,-690:14 -120,-716:10 -176,-724:4"),
  limb("4,-690:18 70,-738:14 130,-768:9 180,-772:4"),
  limb("0,-780:15 -66,-830:11 -130,-850:4"),
  limb("0,-840:14 60,-890:10 120,-912:4"),
  limb("0,-920:11 -50,-960:8 -90,-980:3"),
  // Dead stubs on the bare trunk.
  limb("0,-480:10 36,-500:7 62,-496:3"),
  limb("2,-560:10 -30,-582:7 -58,-590:3"),
  limb("2,-420:8 -22,-436:4"),
];

const tufts: Clump[] = [
  { x: 0, y: -1010, r: 100, flat: 0.8 },
  { x: 10, y: -880, r: 120, flat: 0.7 },
  { x: 0, y: -1110, r: 62, flat: 0.9 },
  { x: -62, y: -1050, r: 62, flat: 0.62 },
  { x: 66, y: -1030, r: 66, flat: 0.6 },
  { x: -112, y: -975, r: 72, flat: 0.56 },
  { x: 126, y: -930, r: 80, flat: 0.54 },
  { x: 8, y: -970, r: 70, flat: 0.58 },
  { x: -156, y: -860, r: 82, flat: 0.5 },
  { x: -48, y: -890, r: 66, flat: 0.54 },
  { x: 60, y: -855, r: 60, flat: 0.5 },
  { x: 190, y: -795, r: 84, flat: 0.46 },
  { x: -210, y: -738, r: 82, flat: 0.46 },
  { x: -98, y: -765, r: 56, flat: 0.5 },
  { x: 96, y: -768, r: 54, flat: 0.5 },
];

/** A loblolly pine, 29 m high: a bare trunk in long plates of bark, and a tuft far up. */
export function loblollyPine({ seed = 3, detail = 1 } = {}): Required<Tree> {
  const rng = random(seed);
  const planes = crown(
    tufts.map((tuft) => ({
      ...tuft,
      x: tuft.x * rng.between(0.9, 1.1),
      r: tuft.r * rng.between(0.92, 1.1),
    })),
    rng,
    {
      edge: { from: 14, to: 40, bulge: 0.42, lean: 0.7, tip: "needle" },
      leaf: { length: 20, width: 4, density: 0.5, angles: [-2.5, -2, -1.57, -1.1, -0.6] },
      ripple: 5,
      holes: [
        { x: -20, y: -820, r: 30, flat: 0.5 },
        { x: 120, y: -848, r: 22, flat: 0.6 },
        { x: -100, y: -812, r: 20, flat: 0.6 },
      ],
      detail,
    },
  );
  return { ...wooden(limbs, rng), planes };
}

/** What is left when the top is off: the trunk up to a cut, `height` units above the ground. */
export function pineStem(height: number): Tree {
  const stem = limb(`0,8:74 0,-30:54 4,-160:48 0,${-height * 0.6}:43 4,${-height}:38`);
  return wooden(
    [stem, ...limbs.slice(6).filter(({ line }) => line.every(([, y]) => y > 60 - height))],
    random(3),
  );
}

/** The top that came off it, about the cut: 14 m of trunk and all of the crown. */
export function pineTop({ seed = 3, detail = 1 }): Required<Tree> {
  const [trunk, ...branches] = limbs;
  const above = trunk
    ? { line: trunk.line.slice(4), widths: trunk.widths.slice(4) }
    : limb("0,0:38");
  const { planes } = loblollyPine({ seed, detail });
  return { ...wooden([above, ...branches.slice(0, 5)], random(seed)), planes };
}
