import { points } from "../../geometry.ts";
import { cutMark } from "../../measure.ts";
import { morning, token } from "../../palette.ts";
import { acorn, needles, oakLeaf, pineCone } from "../../props/botany.ts";
import { handsaw, rake } from "../../props/rigging.ts";
import { cutFace, log, stump } from "../../props/timber.ts";
import { brushPile, wheelbarrow } from "../../props/yard.ts";
import { random } from "../../random.ts";
import { Scene } from "../../scene.ts";
import { dashed, ellipse, filled, group, placed, stroked, turned } from "../../svg.ts";
import { bareMyrtle } from "../../trees/crape-myrtle.ts";
import { splitPear } from "../../trees/fallen-tree.ts";
import { limb, wooden } from "../../trees/limbs.ts";
import { pineTop } from "../../trees/loblolly-pine.ts";
import { smooth, timber } from "../../trees/tree.ts";

const weather = morning;
const line = token("bark-500");

const plate = (seed = 1) => new Scene(weather, { width: 600, height: 600, seed });

/** Draws the ground under a specimen: a shadow to the right and a few blades of grass. */
const foot = (scene: Scene, x: number, y: number, width: number) =>
  ellipse(x + width * 0.22, y + 2, width * 0.62, width * 0.07, weather.shadow, { opacity: 0.18 }) +
  scene.grass([x - width * 0.5, y + 4], [x + width * 0.5, y + 6], 13, 9);

export default {
  /** Removal: a pine in pieces, with its cone and needles. */
  "services/specimen-removal": () => {
    const piece = (y: number, radius: number) =>
      turned(230 + radius, y - 29, -90, log(58, radius, weather.wood, y));
    const scene = plate(3);
    return scene.add(
      foot(scene, 230, 560, 150),
      dashed("M230 60V556", line, 2.5),
      placed(230, 556, 1, stump(16, 34, weather.wood, 4)),
      ...[piece(500, 14.5), piece(421, 14), piece(342, 13.5)],
      placed(232, 262, 0.42, pineTop(weather, { detail: 0.74 })),
      placed(450, 470, 2, pineCone(weather.wood)),
      placed(452, 320, 1.5, needles(weather.leaves.lit, weather.leaves.body)),
    );
  },

  /** Pruning: a limb cut at its collar with the saw in the cut, and a leaf and an acorn of the white oak. */
  "services/specimen-pruning": () => {
    const wood = wooden(random(7), [
      limb("120,20:128 120,120:132 124,300:146 118,440:150 116,580:156"),
      // The collar stays on the trunk.
      limb("126,440:4 144,370:92 176,316:122 211,282:110"),
    ]);
    const branch = wooden(random(8), [
      limb("214,279:106 250,250:92 310,212:80 385,176:72 470,150:66"),
      limb("390,176:4 406,200:30 450,236:22 500,252:15"),
    ]);
    // A piece of a longer trunk, broken off as on a measured drawing, so that the tree does not look topped.
    const piece = "M0 50h54q34-34 68 0t68 0h110v500h-112q-36 34-72 0t-72 0h-44z";
    return plate().add(
      `<clipPath id="z">${filled(piece)}</clipPath>`,
      group({ "clip-path": "url(#z)" }, timber(wood, weather.wood)),
      timber(branch, weather.wood),
      turned(470, 150, -20, cutFace(14, 33, weather.wood, 9)),
      // The kerf, and the blade in the kerf.
      stroked("M183 236L241 324", weather.wood.cut, 11, { "stroke-linecap": "butt" }),
      group({ transform: "translate(148 182)rotate(56.5)scale(4.6)" }, handsaw),
      turned(440, 560, -34, oakLeaf(250, weather.leaves.lit, weather.leaves.body)),
      turned(474, 560, 14, oakLeaf(180, weather.leaves.gleam, weather.leaves.lit)),
      placed(292, 536, 1.7, acorn),
    );
  },

  /** Trimming: a crape myrtle thinned in winter, with its seed capsules. Nothing is cut at its top. */
  "services/specimen-trimming": () => {
    const scene = plate(5);
    const gone = `M-38-70Q-26-104-24-130L-6-190M28-76Q12-104 14-130L26-200
      M-30 4C-50-20-54-50-50-78M30 4C52-16 56-44 54-70M-20 2L-34-64`;
    const pods = points("506,353 542,341 494,386 557,374 509,407 551,413 527,314");
    return scene.add(
      foot(scene, 280, 540, 116),
      placed(280, 544, 1.08, timber(bareMyrtle(), smooth(weather).wood)),
      placed(280, 544, 1.08, dashed(gone, token("canopy-950"), 3, "7 6")),
      cutMark([239, 468]),
      cutMark([310, 462]),
      stroked("M530 530V314M530 380l-24-26M530 368l12-26M530 412l-36-26M530 401l27-27", line, 4),
      stroked("M530 434l-21-26M530 440l21-26", line, 4),
      ...pods.map(([x, y]) => ellipse(x, y, 12, 15, line)),
      ...pods.map(([x, y]) => stroked(`M${x} ${y - 14}v17`, weather.wood.shade, 3)),
      group({ transform: "translate(446 566)rotate(-12)scale(3.4)" }, handsaw),
    );
  },

  /** Storm: the split pear, with its leaves on the ground around it. */
  "services/specimen-storm": () => {
    const scene = plate(9);
    const ground = { left: 60, right: 470, top: 546, bottom: 582 };
    return scene.add(
      foot(scene, 340, 532, 220),
      placed(30, 0, 1, splitPear(weather)),
      scene.litter(ground, 14, 16, weather.leaves.lit, random(3)),
    );
  },

  /** Cleanup: brush, logs, a rake, a barrow of chips, and leaves. */
  "services/specimen-cleanup": () =>
    plate().add(
      ellipse(310, 500, 280, 34, weather.shadow, { opacity: 0.14 }),
      group({ transform: "translate(430 330)rotate(196)scale(2.8)" }, rake(92)),
      placed(236, 470, 3, brushPile(weather, 2)),
      placed(440, 506, 3.2, wheelbarrow(weather)),
      turned(180, 540, -4, log(230, 34, weather.wood, 3)),
      turned(120, 220, -36, oakLeaf(130, "#b98e4a", "#94703a")),
      turned(226, 190, 24, oakLeaf(100, weather.leaves.lit, weather.leaves.body)),
    ),

  /** Stump grinding: a stump with its roots, and the depth of the grinding. */
  "services/specimen-stump": () => {
    const roots = [
      "250,356:40 210,420:24 130,462:14 60,472:4",
      "350,356:40 396,424:24 470,456:14 540,478:4",
      "300,350:34 306,420:20 296,486:12 310,540:4",
      "180,334:64 110,364:42 50,372:26 4,392:8",
      "420,334:64 490,366:42 550,380:26 596,396:8",
    ].map(limb);
    const scene = plate(12);
    return scene.add(
      timber(wooden(scene.rng, roots), weather.wood),
      placed(300, 320, 1.72, stump(82, 84, weather.wood, 21)),
      stroked("M10 330H96M504 330H590", weather.lawn.shade, 9),
      scene.grass([12, 328], [92, 328], 16, 14, 4),
      scene.grass([508, 328], [588, 328], 16, 14, 4),
      dashed("M96 334Q120 452 300 456T504 334", token("canopy-950"), 4),
      scene.chips(300, 392, 150, 40, 14, 0.16, weather.wood.cut),
    );
  },
};
