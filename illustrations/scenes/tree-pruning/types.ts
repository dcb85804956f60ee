import { clumpsAt, ghost, massesAt } from "../../foliage.ts";
import { points } from "../../geometry.ts";
import { cutMark, dimension } from "../../measure.ts";
import { mixed, morning, token } from "../../palette.ts";
import { deadBranch } from "../../props/timber.ts";
import { Scene } from "../../scene.ts";
import { dashed, filled, group, type Markup, placed } from "../../svg.ts";
import { type Limb, limb } from "../../trees/limbs.ts";
import { limbs, oak, oakClumps, usualGaps } from "../../trees/oak.ts";

type Cut = "none" | "cleaning" | "thinning" | "raising" | "reduction";

/** Dead branches: where they leave the crown, how long, and in which direction (degrees). */
const deadwood = [
  [-300, -590, 170, -132, 3],
  [250, -690, 190, -62, 5],
  [-80, -372, 170, 168, 8],
  [300, -330, 170, 24, 4],
  [-20, -740, 130, -96, 9],
] as const;

/** Units of the oak to a foot: it is 45 feet high, and a man of six beside it. */
const foot = 17.4;
/** What hangs lower than the rule allows: eight feet over the walk on the left, fourteen over the street. */
const low = massesAt(`
  -430,-226:210 -300,-190:170 -500,-160:130 450,-220:210 320,-200:180 520,-150:130
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

/** One oak, always in the same frame, with one of the four cuts done. */
function pruning(cut: Cut) {
  const scene = new Scene(morning, { seed: 5, run: 0.9, fall: 0.12 });
  const { weather, shadows } = scene;
  const detail = 0.52;
  const uncut = { detail, more: low, limbs: [...limbs, ...lowLimbs] };
  const before = { ...uncut, gaps: usualGaps.slice(0, 3) };
  const tree =
    cut === "thinning"
      ? oak({ ...uncut, gaps: thinned, fullness: 0.96 })
      : cut === "raising"
        ? oak({ detail, gaps: before.gaps, more: low.slice(0, 1) })
        : oak({ ...before, reach: cut === "reduction" ? 0.8 : 1 });
  const [x, y, scale] = [590, 800, 0.88];
  const line = token("canopy-950");
  const dead = mixed(weather.wood.lit, weather.haze, 0.25);
  const branch = (
    [bx, by, length, turn, seed]: (typeof deadwood)[number],
    draw: (outline: string) => Markup,
  ) =>
    group(
      { transform: `translate(${bx} ${by})rotate(${turn})translate(${length / 2 - 20} 0)` },
      draw(String(deadBranch(length, seed))),
    );
  const inTree = (...content: Markup[]) => placed(x, y, scale, ...content);

  scene.add(
    scene.stage([100, 110, 50], 730, { seed: 70, trees: 60, pines: 0.1 }),
    // A walk on the left, a street on the right.
    filled("M120 768h130l-60 132H20z", weather.paving),
    filled("M930 768h220l50 22v110H1010z", mixed(weather.paving, token("storm-700"), 0.35)),
    shadows,
    scene.meadow({ left: 260, right: 920, top: 780, bottom: 900 }, 150),
    scene.person(cut === "none" ? "writing" : "standing", 840, 850, 1.28, { left: true }),
    // Dead branches stay, except where a cut takes them along.
    cut === "cleaning" || cut === "reduction"
      ? ""
      : inTree(
          ...deadwood
            .filter(([, by]) => cut !== "raising" || by < -400)
            .map((one) => branch(one, (outline) => filled(outline, dead))),
        ),
    scene.plant(tree, x, y, scale),
  );
  if (cut === "cleaning")
    scene.add(
      inTree(
        ...deadwood.map((one) => branch(one, (outline) => dashed(outline, line, 2.2, "7 6"))),
        ...deadwood.map(([bx, by, , turn]) =>
          cutMark([
            Math.round(bx - Math.cos((turn * Math.PI) / 180) * 14),
            Math.round(by - Math.sin((turn * Math.PI) / 180) * 14),
          ]),
        ),
      ),
    );
  if (cut === "thinning")
    scene.add(inTree(...thinned.filter((_, i) => i % 2 === 0).map(({ x, y }) => cutMark([x, y]))));
  if (cut === "raising") {
    const gone = oakClumps({ more: low.slice(1) }).slice(-4 * (low.length - 1));
    const clearance = (at: number, feet: number) =>
      dimension([at, y], [at, y - feet * foot * scale], `${feet} ft`, {
        colour: line,
        ground: mixed(weather.haze, weather.leaves.lit, 0.2),
        size: 46,
      });
    scene.add(
      inTree(dashed(ghost(gone), line, 3.6), cutMark([-226, -270]), cutMark([244, -308])),
      clearance(186, 8),
      clearance(1060, 14),
    );
  }
  if (cut === "reduction")
    scene.add(
      inTree(dashed(ghost(oakClumps(before)), line, 3.6)),
      inTree(...points("-380,-360 -230,-540 0,-680 220,-540 390,-370").map(cutMark)),
    );
  return scene;
}

export default {
  /** The oak before any cut. */
  "tree-pruning/base": () => pruning("none"),
  /** Dead branches out. */
  "tree-pruning/cleaning": () => pruning("cleaning"),
  /** Small branches out all over; the outline stays. */
  "tree-pruning/thinning": () => pruning("thinning"),
  /** The lowest limbs off. */
  "tree-pruning/raising": () => pruning("raising"),
  /** The whole crown smaller. */
  "tree-pruning/reduction": () => pruning("reduction"),
};
