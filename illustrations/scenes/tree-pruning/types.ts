import { clumpsAt, ghost } from "../../foliage.ts";
import { places, points, polar, rows } from "../../geometry.ts";
import { cutMark, dimension, toScale } from "../../measure.ts";
import { mixed, morning, token } from "../../palette.ts";
import { deadBranches } from "../../props/timber.ts";
import { Scene } from "../../scene.ts";
import { dashed, filled, type Markup, placed } from "../../svg.ts";
import { type Limb, limb } from "../../trees/limbs.ts";
import { limbs, oak, oakClumps, usualGaps } from "../../trees/oak.ts";

/** Dead branches: the point where each leaves the crown, its length, its direction in degrees, and its seed. */
const deadwood = rows(`
  -300,-590:170,-132,3 250,-690:190,-62,5 -80,-372:170,168,8 300,-330:170,24,4 -20,-740:130,-96,9
`);

/** The units of the oak per foot. The oak is 45 feet high. */
const foot = 17.4;
/** The leaf masses that are too low: the rule is eight feet over the walk on the left, fourteen over the street. */
const low = places(`
  -430,-196:210 -300,-190:170 -500,-160:130 450,-220:210 320,-200:180 520,-150:130
`);
const lowLimbs: readonly Limb[] = [
  limb("-210,-282:20 -290,-220:14 -380,-170:10 -470,-150:4"),
  limb("230,-326:22 310,-240:15 400,-180:10 490,-146:4"),
];

const thinned = [
  ...usualGaps.map((gap) => ({ ...gap, r: gap.r * 1.25 })),
  ...clumpsAt(`
    -60,-606:47*0.8 130,-606:44*0.8 -270,-566:42*0.8 340,-470:49*0.7 20,-500:49*0.7
    -400,-470:39*0.7 -170,-530:34*0.8 230,-560:34*0.8 -440,-370:34*0.6 430,-370:34*0.6
    60,-690:31*0.9
  `),
];

const weather = morning;
const line = token("canopy-950");
const [x, y, scale] = [590, 800, 0.88];
const inTree = (...content: Markup[]) => placed(x, y, scale, ...content);

const uncut = { detail: 0.52, girth: 0.68, more: low, limbs: [...limbs, ...lowLimbs] };
const before = { ...uncut, gaps: usualGaps.slice(0, 3) };

/** Draws the oak in the same frame each time: the cut, its dead branches, and the marks of the cuts. */
function pruning(
  cut: Parameters<typeof oak>[0],
  { dead = deadwood, behind = "", pose = "standing" as "standing" | "writing" },
  ...marks: Markup[]
) {
  const scene = new Scene(weather, { seed: 5, run: 0.9, fall: 0.12 });
  const bleached = mixed(weather.wood.lit, weather.haze, 0.25);
  return scene.add(
    scene.stage([100, 110, 0], 730, { seed: 70, trees: 60, pines: 0.1 }),
    // The walk on the left, and the street on the right.
    filled("M120 768h130l-60 132H20z", weather.paving),
    filled("M930 768h220l50 22v110H1010z", mixed(weather.paving, token("storm-700"), 0.35)),
    scene.shadows,
    scene.meadow({ left: 260, right: 920, top: 780, bottom: 900 }, 150),
    scene.person(pose, 840, 850, toScale(foot * scale).people, { left: true }),
    inTree(...deadBranches(dead, 20, (outline) => filled(outline, bleached))),
    behind,
    scene.plant(oak(cut), x, y, scale),
    ...marks,
  );
}

const clearance = (at: number, feet: number) =>
  dimension([at, y], [at, y - feet * foot * scale], `${feet} ft`, line, {
    ground: mixed(weather.haze, weather.leaves.lit, 0.2),
    size: 46,
  });

export default {
  "tree-pruning/base": () => pruning(before, { pose: "writing" }),

  "tree-pruning/cleaning": () =>
    pruning(
      before,
      { dead: [] },
      inTree(
        ...deadBranches(deadwood, 20, (outline) => dashed(outline, line, 2.2, "7 6")),
        ...deadwood.map(([bx = 0, by = 0, , turn = 0]) => {
          const [cx, cy] = polar(bx, by, (turn * Math.PI) / 180, -14);
          return cutMark([Math.round(cx), Math.round(cy)]);
        }),
      ),
    ),

  /** Small branches are removed throughout. The outline stays. */
  "tree-pruning/thinning": () =>
    pruning(
      { ...uncut, gaps: thinned, fullness: 0.96 },
      {},
      inTree(...thinned.filter((_, i) => i % 2 === 0).map((gap) => cutMark([gap.x, gap.y]))),
    ),

  /** The lowest limbs are removed, with the dead branches there. */
  "tree-pruning/raising": () => {
    const { detail, girth, gaps } = before;
    const gone = oakClumps({ more: low.slice(1) }).slice(-4 * (low.length - 1));
    return pruning(
      { detail, girth, gaps, more: low.slice(0, 1) },
      { dead: deadwood.filter(([, by = 0]) => by < -400) },
      inTree(dashed(ghost(gone), line, 3.6), cutMark([-226, -270]), cutMark([244, -308])),
      clearance(186, 8),
      clearance(1060, 14),
    );
  },

  /** The whole crown is smaller, by less than a quarter of its leaves. Outside it is its former outline. */
  "tree-pruning/reduction": () =>
    pruning(
      { ...before, reach: 0.89 },
      { dead: [], behind: inTree(dashed(ghost(oakClumps(before)), line, 3.6)) },
      inTree(...points("-408,-400 -256,-576 0,-726 245,-570 430,-410").map(cutMark)),
    ),
};
