import { crew, figure, poses } from "../../figures.ts";
import { type Clump, ghost } from "../../foliage.ts";
import { meadow, Shadows, stage } from "../../landscape.ts";
import { cutMark, dashed, dimension } from "../../measure.ts";
import { mixed, morning, token } from "../../palette.ts";
import { deadBranch } from "../../props/timber.ts";
import { random } from "../../random.ts";
import { Drawing, filled, group, type Markup, placement, stroked } from "../../svg.ts";
import { oak, oakClumps, raisedLimbs, usualGaps } from "../../trees/oak.ts";
import { planted } from "../../trees/tree.ts";

type Cut = "none" | "cleaning" | "thinning" | "raising" | "reduction";

/** Dead branches: where they leave the crown, how long, and in which direction (degrees). */
const deadwood = [
  [-300, -590, 170, -132, 3],
  [250, -690, 190, -62, 5],
  [-80, -372, 170, 168, 8],
  [300, -330, 170, 24, 4],
  [-20, -740, 130, -96, 9],
] as const;

/** Leaf masses and branches below this are taken when the crown is raised. */
const isLow = (_: number, y: number) => y > -335;

const thinned: readonly Clump[] = [
  ...usualGaps.map((gap) => ({ ...gap, r: gap.r * 1.25 })),
  { x: -60, y: -606, r: 47, flat: 0.8 },
  { x: 130, y: -606, r: 44, flat: 0.8 },
  { x: -270, y: -566, r: 42, flat: 0.8 },
  { x: 340, y: -470, r: 49, flat: 0.7 },
  { x: 20, y: -500, r: 49, flat: 0.7 },
  { x: -400, y: -470, r: 39, flat: 0.7 },
  { x: -170, y: -530, r: 34, flat: 0.8 },
  { x: 230, y: -560, r: 34, flat: 0.8 },
  { x: -440, y: -370, r: 34, flat: 0.6 },
  { x: 430, y: -370, r: 34, flat: 0.6 },
  { x: 60, y: -690, r: 31, flat: 0.9 },
];

/** One oak, always in the same frame, with one of the four cuts done. */
function pruning(cut: Cut): Drawing {
  const weather = morning;
  const drawing = new Drawing(1200, 900);
  const shadows = new Shadows(drawing, weather, 0.9, 0.12);
  const detail = 0.62;
  const before = { detail, gaps: usualGaps.slice(0, 3) };
  const tree =
    cut === "thinning"
      ? oak({ detail, gaps: thinned, fullness: 0.96 })
      : cut === "raising"
        ? oak({ ...before, without: isLow, limbs: raisedLimbs })
        : oak({ ...before, reach: cut === "reduction" ? 0.8 : 1 });
  const [x, y, scale] = [590, 800, 0.88];
  const line = token("canopy-950");
  const standing = planted(drawing, tree, weather, { x, y, scale, shadows });
  const dead = mixed(weather.wood.lit, weather.haze, 0.25);
  const branch = (
    [bx, by, length, turn, seed]: (typeof deadwood)[number],
    draw: (outline: string) => Markup,
  ) =>
    group(
      { transform: `translate(${bx} ${by})rotate(${turn})translate(${length / 2 - 20} 0)` },
      draw(String(deadBranch(length, seed))),
    );
  const inTree = (...content: Markup[]) => group({ transform: placement(x, y, scale) }, ...content);

  drawing.add(
    stage(drawing, weather, {
      sun: { x: 100, y: 110, r: 50 },
      horizon: 730,
      seed: 70,
      trees: 60,
      pines: 0.1,
    }),
    shadows,
    stroked(
      meadow({ left: 0, right: 1200, top: 750, bottom: 900 }, 150, random(5)),
      weather.lawnShade,
      3,
    ),
    figure(cut === "none" ? poses.writing : poses.standing, {
      shadows,
      x: 930,
      y: 846,
      scale: 0.98,
      left: true,
      clothes: crew[0],
    }),
    // Dead branches stay, except where a cut takes them along.
    cut === "cleaning" || cut === "reduction"
      ? ""
      : inTree(
          ...deadwood
            .filter(([, by]) => cut !== "raising" || !isLow(0, by))
            .map((one) => branch(one, (outline) => filled(outline, dead))),
        ),
    standing,
  );
  if (cut === "cleaning")
    drawing.add(
      inTree(
        ...deadwood.map((one) =>
          branch(one, (outline) => stroked(outline, line, 2.2, { "stroke-dasharray": "7 6" })),
        ),
        ...deadwood.map(([bx, by, , turn]) =>
          cutMark(
            Math.round(bx - Math.cos((turn * Math.PI) / 180) * 14),
            Math.round(by - Math.sin((turn * Math.PI) / 180) * 14),
            token("lime-400"),
            line,
          ),
        ),
      ),
    );
  if (cut === "thinning")
    drawing.add(
      inTree(
        ...thinned
          .filter((_, i) => i % 2 === 0)
          .map((gap) => cutMark(gap.x, gap.y, token("lime-400"), line)),
      ),
    );
  if (cut === "raising") {
    const gone = oakClumps({}).filter((_, i) => i >= 17 * 4);
    drawing.add(
      inTree(
        dashed(ghost(gone), line, 3.6),
        cutMark(-268, -316, token("lime-400"), line),
        cutMark(262, -346, token("lime-400"), line),
      ),
      dimension({
        from: [1060, 800],
        to: [1060, 500],
        label: "28 ft",
        colour: line,
        ground: mixed(weather.haze, weather.leaves.lit, 0.2),
        size: 46,
      }),
    );
  }
  if (cut === "reduction")
    drawing.add(
      inTree(dashed(ghost(oakClumps(before)), line, 3.6)),
      inTree(
        ...(
          [
            [-380, -360],
            [-230, -540],
            [0, -680],
            [220, -540],
            [390, -370],
          ] as const
        ).map(([cx, cy]) => cutMark(cx, cy, token("lime-400"), line)),
      ),
    );
  return drawing;
}

/** The oak before any cut. */
export const pruningBase = () => pruning("none");
/** Dead branches out. */
export const pruningCleaning = () => pruning("cleaning");
/** Small branches out all over; the outline stays. */
export const pruningThinning = () => pruning("thinning");
/** The lowest limbs off. */
export const pruningRaising = () => pruning("raising");
/** The whole crown smaller. */
export const pruningReduction = () => pruning("reduction");
