import { grindingDepth } from "../../../app/src/content/promises.ts";
import { climber, crew, figure, groundsman } from "../../figures.ts";
import { leaves } from "../../foliage.ts";
import { ball, intersection } from "../../geometry.ts";
import { dimension } from "../../measure.ts";
import { mixed, morning, token } from "../../palette.ts";
import { stumpGrinder } from "../../props/machines.ts";
import { chainsaw, heldRake } from "../../props/rigging.ts";
import { stump } from "../../props/timber.ts";
import { random } from "../../random.ts";
import { Scene } from "../../scene.ts";
import { dashed, filled, type Markup, placed, rectangle, stroked } from "../../svg.ts";
import { limb, wooden } from "../../trees/limbs.ts";
import { timber } from "../../trees/tree.ts";

const weather = morning;
const ground = 250;
const middle = 240;
const soil = "#6b4a36";
const chips = "#d9b07a";
const paper = token("paper-50");

/** Draws one strip of ground in section. The four views stand side by side on it. */
const view = (below: Markup, ...above: Markup[]) => {
  const scene = new Scene(weather, { width: 600, height: 360, seed: 7 });
  return scene.add(
    placed(
      0,
      -60,
      1,
      rectangle(0, ground, 600, 170, soil),
      filled("M0 350q150 18 300 4t300-4v70H0z", "#8a5f42"),
      below,
      scene.grass([0, ground], [600, ground], 15, 60, 3.5),
      ...above,
    ),
  );
};

/** Draws the grass, unbroken or with a gap between two points. */
const turf = (from = 300, to = 300): Markup =>
  rectangle(0, ground - 6, from, 14, weather.lawn.shade) +
  rectangle(to, ground - 6, 600 - to, 14, weather.lawn.shade);

const roots = timber(
  wooden(
    random(6),
    [
      "180,254:34 130,290:22 60,306:5",
      "214,260:34 190,310:22 150,354:5",
      "260,260:34 274,314:22 260,370:5",
      "294,256:34 350,296:22 416,310:5",
    ].map(limb),
  ),
  weather.wood,
);

const inBowl = intersection(ball(middle, ground, 124, 108), (_, y) => y - ground - 2);
const bowl = { left: 116, right: 366, top: ground, bottom: 366 };
const filling: Markup =
  filled("m110 250c16 126 80 122 130 122 60 0 114 0 132-122z", mixed(chips, soil, 0.3)) +
  stroked(leaves(inBowl, bowl, { length: 13, width: 6 }, 0.55, random(8)), chips, 5);
export default {
  /** Flags mark the buried lines before any machine runs. */
  "stump-grinding/marked": () =>
    view(
      stroked("M0 376H600", token("lime-400"), 7, {
        "stroke-dasharray": "24 12",
        "stroke-linecap": "butt",
      }) +
        roots +
        turf(),
      placed(middle, ground, 1, stump(74, 76, weather.wood, 5)),
      ...[44, 400].map(
        (x) =>
          stroked(`M${x} ${ground}v-66`, token("bark-800"), 4) +
          filled(`M${x} ${ground - 68}h34l-8 12 8 12h-34z`, token("lime-400")),
      ),
      figure("kneeling", 458, ground, 2, { left: true, ...groundsman }),
    ),

  /** The saw in its cut, level with the grass. */
  "stump-grinding/cleared": () =>
    view(
      roots + turf(),
      placed(middle, ground, 1, stump(74, 76, weather.wood, 5)),
      stroked(`M226 ${ground - 22}H324`, weather.wood.cut, 8, { "stroke-linecap": "butt" }),
      figure("sawing", 398, ground, 2, {
        left: true,
        ...climber,
        holding: placed(22, -9, 1.15, chainsaw),
      }),
    ),

  /** The wheel at work, and its depth. */
  "stump-grinding/ground": () =>
    view(
      filling + turf(110, 372),
      dashed("M150 216l-34-44M182 206l-12-60M134 236l-56-26M206 210l14-52", chips, 7, "2 19"),
      placed(330, ground + 4, 1.5, stumpGrinder),
      figure("pushing", 466, ground, 2, { left: true, clothes: crew[2] }),
      stroked("M384 372h40", paper, 3),
      dimension(
        [410, ground + 8],
        [410, 372],
        `${grindingDepth.from}-${grindingDepth.to} in`,
        paper,
        { size: 40, beside: 96 },
      ),
    ),

  "stump-grinding/filled": () =>
    view(
      filling + turf(110, 372),
      filled(`M92 ${ground + 2}q60-44 148-46t150 46z`, chips),
      stroked(
        "M150 232l16-6M196 222l14 5M250 218l16-4M300 226l15 6M226 240l16-3M174 246l14 2M322 244l14-4",
        "#f0d9ac",
        5,
      ),
      figure("pushing", 448, ground, 2, { left: true, ...groundsman, holding: heldRake }),
    ),
};
