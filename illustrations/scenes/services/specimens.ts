import { leaves } from "../../foliage.ts";
import { ball, type Point, points } from "../../geometry.ts";
import { grass, litter } from "../../landscape.ts";
import { dashed } from "../../measure.ts";
import { mixed, morning, token } from "../../palette.ts";
import { acorn, needles, oakLeaf, pineCone } from "../../props/botany.ts";
import { handsaw, rake, rope } from "../../props/rigging.ts";
import { cutFace, log, stump } from "../../props/timber.ts";
import { brushPile, wheelbarrow } from "../../props/yard.ts";
import { random } from "../../random.ts";
import {
  Drawing,
  element,
  filled,
  group,
  type Markup,
  Path,
  placed,
  ribbon,
  stroked,
  turned,
} from "../../svg.ts";
import { crapeMyrtle } from "../../trees/crape-myrtle.ts";
import { fallenOak } from "../../trees/fallen-oak.ts";
import { limb, wooden } from "../../trees/limbs.ts";
import { pineTop } from "../../trees/loblolly-pine.ts";
import { halfOak } from "../../trees/oak.ts";
import { blossoming, standing, timber } from "../../trees/tree.ts";

const weather = morning;
const line = token("bark-500");

const plate = () => new Drawing(600, 600);

/** The ground that a specimen stands on: a shadow to the right and a few blades. */
function foot(x: number, y: number, width: number, seed: number): Markup {
  return (
    element("ellipse", {
      cx: x + width * 0.22,
      cy: y + 2,
      rx: width * 0.62,
      ry: width * 0.07,
      fill: weather.shadow,
      opacity: 0.18,
    }) +
    stroked(
      grass(
        [
          [x - width * 0.5, y + 4],
          [x + width * 0.5, y + 6],
        ],
        13,
        9,
        random(seed),
      ),
      weather.lawnShade,
      3,
    )
  );
}

/** Removal: a pine taken apart, with its cone and needles. */
export function specimenRemoval(): Drawing {
  const piece = (y: number, from: number, to: number, height: number) =>
    filled(
      `M${-from} 0L${-to} ${-height}h${to * 2}L${from} 0q${-from} ${from * 0.5} ${-from * 2} 0z`,
      weather.wood.shade,
      { transform: `translate(230 ${y})` },
    ) +
    filled(
      `M${-from} 0L${-to} ${-height}h${to * 1.1}L${from * 0.1} ${from * 0.24}q${-from * 0.6} 0 ${-from * 1.1} ${-from * 0.24}z`,
      weather.wood.lit,
      { transform: `translate(230 ${y})` },
    ) +
    group({ transform: `translate(230 ${y - height})` }, cutFace(to, to * 0.34, weather.wood, y));
  return plate().add(
    foot(230, 560, 150, 3),
    dashed("M230 60V556", line, 2.5),
    placed(230, 556, 1, stump(16, 34, weather.wood, 4)),
    piece(498, 15, 14, 58),
    piece(414, 14, 13.5, 58),
    piece(330, 13.5, 13, 50),
    group(
      { transform: "translate(231 262)scale(.42)translate(-2 600)" },
      standing(pineTop({ detail: 0.78 }), weather.leaves, weather.wood),
    ),
    placed(450, 470, 2, pineCone(weather.wood)),
    placed(452, 320, 1.5, needles(weather.leaves.lit, weather.leaves.body)),
  );
}

/** Pruning: a limb cut at its collar, the saw, a leaf and an acorn of the white oak. */
export function specimenPruning(): Drawing {
  const rng = random(7);
  const wood = wooden(
    [
      limb("150,560:146 150,520:142 158,450:136 150,330:128 140,180:120 146,46:112"),
      limb("160,330:110 230,296:84 270,280:74"),
      limb("140,430:70 80,360:52 0,310:40"),
    ],
    rng,
  );
  const branch = wooden(
    [limb("330,254:72 400,226:62 480,176:50 566,132:40"), limb("430,212:34 500,236:24 574,244:14")],
    rng,
  );
  return plate().add(
    timber(wood, weather.wood),
    filled("M77 560q73 40 146 0z", weather.wood.shade),
    group({ transform: "translate(146 46)" }, cutFace(56, 16, weather.wood, 8)),
    group({ transform: "translate(566 132)rotate(-28)" }, cutFace(9, 20, weather.wood, 9)),
    group({ transform: "translate(270 280)rotate(-21)" }, cutFace(20, 37, weather.wood, 5)),
    timber(branch, weather.wood),
    group(
      { transform: "translate(331 254)rotate(-21)" },
      element("ellipse", { rx: 17, ry: 36, fill: weather.wood.shade }),
    ),
    dashed("M282 192Q300 280 322 356", token("canopy-950"), 4),
    group({ transform: "translate(308 200)rotate(62)scale(4.6)" }, handsaw),
    turned(440, 574, -34, oakLeaf(250, weather.leaves.lit, weather.leaves.body)),
    turned(470, 570, 14, oakLeaf(180, weather.leaves.gleam, weather.leaves.lit)),
    placed(292, 536, 1.7, acorn),
  );
}

/** Trimming: a crape myrtle in its shape, and in dashes what grew beyond it. */
export function specimenTrimming(): Drawing {
  const myrtle = crapeMyrtle();
  const ghost = new Path().curve(
    points(
      "60,330 70,220 150,130 230,70 320,84 400,60 480,140 540,240 520,340 470,380 420,340 300,350 180,350 120,390",
    ) as Point[],
    true,
  );
  return plate().add(
    foot(290, 540, 130, 5),
    group(
      { transform: "translate(290 544)scale(1.12)" },
      standing(myrtle, weather.leaves, { ...weather.wood, lit: "#b07f5a" }),
      blossoming(myrtle),
    ),
    dashed(ghost, line, 3),
    // A pole pruner.
    stroked("M440 590L566 150", "#c9b68d", 7),
    stroked("M566 150q-6-34 16-52", "#66716f", 7),
    filled("M566 152q30-4 34-40q-20 2-34 26z", "#c3cac7"),
    rope(points("572,140 534,330 462,560"), 2.5),
  );
}

/** Storm: an oak split to the foot. */
export function specimenStorm(): Drawing {
  return plate().add(
    placed(
      0,
      -70,
      1,
      foot(330, 540, 220, 9),
      group(
        { transform: "translate(318 540)scale(.43)" },
        standing(halfOak({ detail: 0.66 }), weather.leaves, weather.wood),
      ),
      fallenOak(weather, {
        root: [310, 486],
        crown: [124, 470],
        spread: 240,
        trunk: 36,
        seed: 6,
        rootless: true,
        detail: 0.66,
      }),
      filled(
        "M298 476l15-34 4 20 10-40 6 38 9-22-2 38 8 30-14 36-24-14 10-6-28-14 4z",
        weather.wood.cut,
      ),
      filled(
        "M322 456l4 46 10 36 8-32-6-30-5 14-4-28z",
        mixed(weather.wood.cut, weather.wood.lit, 0.5),
      ),
      filled(
        litter({ left: 60, right: 470, top: 546, bottom: 582 }, 14, 16, random(3)),
        weather.leaves.lit,
      ),
    ),
  );
}

/** Clean-up: brush, logs, a rake, a barrow of chips, leaves. */
export function specimenCleanup(): Drawing {
  return plate().add(
    element("ellipse", { cx: 310, cy: 500, rx: 280, ry: 34, fill: weather.shadow, opacity: 0.14 }),
    group({ transform: "translate(430 330)rotate(196)scale(2.8)" }, rake(92)),
    placed(236, 470, 3, brushPile(weather, 2)),
    placed(440, 506, 3.2, wheelbarrow(weather)),
    group({ transform: "translate(180 540)rotate(-4)" }, log(230, 34, weather.wood, 3)),
    turned(120, 220, -36, oakLeaf(130, "#b98e4a", "#94703a")),
    turned(226, 190, 24, oakLeaf(100, weather.leaves.lit, weather.leaves.body)),
  );
}

/** Stump grinding: a stump with its roots, and how deep the wheel goes. */
export function specimenStump(): Drawing {
  const roots: [Point[], number[]][] = [
    [points("190,330 130,390 80,410 30,470"), [60, 40, 26, 6]],
    [points("240,350 210,430 150,500 130,570"), [58, 42, 26, 7]],
    [points("300,356 306,440 290,510 310,584"), [56, 40, 24, 6]],
    [points("360,350 400,430 450,490 460,566"), [56, 40, 26, 7]],
    [points("410,330 470,380 530,410 580,470"), [60, 40, 24, 6]],
  ];
  const rng = random(12);
  const box = { left: 90, right: 520, top: 300, bottom: 470 };
  return plate().add(
    ...roots.map(([points, widths]) => filled(ribbon(points, widths), weather.wood.shade)),
    ...roots.map(([points, widths]) =>
      filled(
        ribbon(
          points.map(
            ([x, y], i): Point => [x - (widths[i] ?? 0) * 0.16, y - (widths[i] ?? 0) * 0.1],
          ),
          widths.map((w) => w * 0.46),
        ),
        weather.wood.lit,
      ),
    ),
    placed(300, 320, 1.72, stump(82, 84, weather.wood, 21)),
    stroked("M10 330H96M504 330H590", weather.lawnShade, 9),
    stroked(grass(points("12,328 92,328"), 16, 14, rng), weather.lawnShade, 4),
    stroked(grass(points("508,328 588,328"), 16, 14, rng), weather.lawnShade, 4),
    dashed("M96 334Q120 452 300 456T504 334", token("canopy-950"), 4),
    stroked(
      leaves(ball(300, 392, 150, 40), box, { length: 14, width: 7 }, 0.16, rng),
      weather.wood.cut,
      6,
    ),
  );
}
