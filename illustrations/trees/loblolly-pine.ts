import { clumpsAt, crown, type Leaf } from "../foliage.ts";
import { random } from "../random.ts";
import { type Markup, placed } from "../svg.ts";
import { type Limb, limb, wooden } from "./limbs.ts";
import { type Growth, standing, type Tree } from "./tree.ts";

const limbs: Limb[] = [
  limb("0,8:74 0,-30:54 4,-160:48 -2,-380:44 6,-600:38 2,-800:28 -4,-960:16 2,-1110:5"),
  limb("2,-640:18 -56,-690:14 -120,-716:10 -176,-724:4"),
  limb("4,-690:18 70,-738:14 130,-768:9 180,-772:4"),
  limb("0,-780:15 -66,-830:11 -130,-850:4"),
  limb("0,-840:14 60,-890:10 120,-912:4"),
  limb("0,-920:11 -50,-960:8 -90,-980:3"),
  // The dead stubs on the bare trunk.
  limb("0,-480:10 36,-500:7 62,-496:3"),
  limb("2,-560:10 -30,-582:7 -58,-590:3"),
  limb("2,-420:8 -22,-436:4"),
];

const tufts = clumpsAt(`
  0,-1010:100*0.8 10,-880:120*0.7 0,-1110:62*0.9 -62,-1050:62*0.62 66,-1030:66*0.6
  -112,-975:72*0.56 126,-930:80*0.54 8,-970:70*0.58 -156,-860:82*0.5 -48,-890:66*0.54
  60,-855:60*0.5 190,-795:84*0.46 -210,-738:82*0.46 -98,-765:56*0.5 96,-768:54*0.5
`);

const angles: Leaf["angles"] = [-2.5, -2, -1.57, -1.1, -0.6];

/** The ends and directions of needles. */
export const needled = {
  edge: { from: 14, to: 40, bulge: 0.42, lean: 0.7, tip: "needle" as const },
  leaf: { length: 20, width: 4, density: 0.5, angles },
};

/** Returns a loblolly pine, 29 m high: a bare trunk in long plates of bark, with a tuft high up. */
export function loblollyPine({ seed = 3, detail = 1 } = {}): Required<Tree> {
  const rng = random(seed);
  const clumps = tufts.map((tuft) => ({
    ...tuft,
    x: tuft.x * rng.between(0.9, 1.1),
    r: tuft.r * rng.between(0.92, 1.1),
  }));
  const planes = crown(clumps, rng, {
    ...needled,
    holes: clumpsAt("-20,-820:30*0.5 120,-848:22*0.6 -100,-812:20*0.6"),
    detail,
  });
  return { ...wooden(rng, limbs), planes };
}

/** Returns the stem of a topped pine: the trunk up to a cut, `height` units above the ground. */
export function pineStem(height: number): Tree {
  const stem = limb(`0,8:74 0,-30:54 4,-160:48 0,${-height * 0.6}:43 4,${-height}:38`);
  return wooden(random(3), [
    stem,
    ...limbs.slice(6).filter(({ line }) => line.every(([, y]) => y > 60 - height)),
  ]);
}

/** Draws the top that was cut off, relative to the cut: 14 m of trunk and the whole crown. */
export function pineTop(growth: Growth, { seed = 3, detail = 1 }): Markup {
  const above = limb("6,-600:38 2,-800:28 -4,-960:16 2,-1110:5");
  const { planes } = loblollyPine({ seed, detail });
  const wood = wooden(random(seed), [above, ...limbs.slice(1, 6)]);
  return placed(-4, 600, 1, standing({ ...wood, planes }, growth));
}
