import { grindingDepth } from "../../../app/src/content/promises.ts";
import { climber, crew, figure, groundsman } from "../../figures.ts";
import { leaves } from "../../foliage.ts";
import { ball, intersection } from "../../geometry.ts";
import { dimension, toScale } from "../../measure.ts";
import { mixed, morning, token } from "../../palette.ts";
import { chainsaw, heldRake } from "../../props/rigging.ts";
import { stump } from "../../props/timber.ts";
import { chipCurtain, grinder } from "../../props/yard.ts";
import { random } from "../../random.ts";
import { Scene } from "../../scene.ts";
import { dashed, filled, type Markup, placed, rectangle, stroked } from "../../svg.ts";
import { limb, wooden } from "../../trees/limbs.ts";
import { timber } from "../../trees/tree.ts";

const weather = morning;
const { inch, things, people } = toScale(42);
const ground = 260;
const middle = 220;
const soil = "#6b4a36";
const chips = "#d9b07a";
const paper = token("paper-50");
const six = ground + grindingDepth.from * inch;
const twelve = ground + grindingDepth.to * inch;

/** Draws one strip of ground in section. The four views stand side by side on it. */
const view = (below: Markup, ...above: Markup[]) => {
  const scene = new Scene(weather, { width: 600, height: 360, seed: 7 });
  return scene.add(
    rectangle(0, ground, 600, 100, soil),
    filled("M0 330q150 14 300 4t300-4v30H0z", "#8a5f42"),
    below,
    scene.grass([0, ground], [600, ground], 15, 60, 3.5),
    ...above,
  );
};

/** Draws the grass, unbroken or with a gap between two points. */
const turf = (from = 300, to = 300): Markup =>
  rectangle(0, ground - 6, from, 12, weather.lawn.shade) +
  rectangle(to, ground - 6, 600 - to, 12, weather.lawn.shade);

/** The roots, which spread in the top foot and a half of the soil. */
const roots = timber(
  wooden(
    random(6),
    [
      "190,262:22 120,284:15 50,290:10 -20,304:6",
      "206,268:20 160,306:12 110,322:4",
      "236,268:20 270,308:12 330,318:4",
      "250,262:22 330,282:15 430,288:9 520,306:3",
    ].map(limb),
  ),
  weather.wood,
);

/** The stump, two feet across at the ground. */
const whole = placed(middle, ground, 1, stump((12 * inch) / 1.54, 16 * inch, weather.wood, 5));

/** The hole, wider than the stump and as deep as the greater depth, full of chips. */
const [left, right] = [middle - 17 * inch, middle + 17 * inch];
const inHole = intersection(ball(middle, ground, 52, 38), (_, y) => y - ground - 2);
const hole = { left, right, top: ground, bottom: twelve };
const filling: Markup =
  filled(
    `M${left} ${ground - 6}C${left + 8} ${twelve} ${middle - 40} ${twelve} ${middle} ${twelve}S${right - 8} ${twelve} ${right} ${ground - 6}z`,
    mixed(chips, soil, 0.3),
  ) + stroked(leaves(inHole, hole, { length: 9, width: 4 }, 0.6, random(8)), chips, 3.5);

export default {
  /** Flags mark the buried lines before any machine runs. */
  "stump-grinding/marked": () =>
    view(
      dashed("M0 344H600", token("lime-400"), 7, "18 18") + roots + turf(),
      whole,
      ...[60, 338].map(
        (x) =>
          stroked(`M${x} ${ground}v-72`, token("bark-800"), 3.5) +
          filled(`M${x} ${ground - 74}h30l-7 10 7 10h-30z`, token("lime-400")),
      ),
      figure("kneeling", 452, ground, people, { left: true, ...groundsman }),
    ),

  /** The saw in its cut, level with the grass. */
  "stump-grinding/cleared": () =>
    view(
      roots + turf(),
      whole,
      stroked(`M${middle - 8} ${ground - 15}h52`, weather.wood.cut, 6),
      figure("sawing", 366, ground, people, {
        left: true,
        ...climber,
        saw: placed(22, -7, 1.15, chainsaw),
      }),
    ),

  /** The wheel at work, and its depth. */
  "stump-grinding/ground": () =>
    view(
      roots + filling + turf(left, right),
      figure("pushing", middle + 266, ground, people, { left: true, clothes: crew[2] }),
      placed(middle + 8, ground, things, chipCurtain, grinder),
      dashed("M180 250l-44-54M176 246l-70-32M196 212l-40-50M172 256l-90-12", chips, 6, "2 15"),
      stroked(`M${right + 8} ${six}h44M${right + 8} ${twelve}h44`, paper, 3),
      dimension(
        [right + 30, ground + 9],
        [right + 30, twelve],
        `${grindingDepth.from}-${grindingDepth.to} in`,
        paper,
        { size: 50, beside: 106 },
      ),
    ),

  /** The chips, heaped, since they settle. */
  "stump-grinding/filled": () =>
    view(
      roots + filling + turf(left, right),
      filled(`M${left - 18} ${ground + 2}q40-34 78-35t78 35z`, chips),
      stroked("M182 248l11-5M206 238l10 4M232 240l11-3M252 250l10 3M216 250l10-2", "#f0d9ac", 4),
      figure("pushing", 392, ground, people, { left: true, ...groundsman, holding: heldRake }),
    ),
};
