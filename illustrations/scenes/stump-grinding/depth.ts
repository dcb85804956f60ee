import { points } from "../../geometry.ts";
import { dimension } from "../../measure.ts";
import { mixed, morning, token } from "../../palette.ts";
import { boot } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { dashed, ellipse, filled, Path, placed, stroked } from "../../svg.ts";
import { limb, wooden } from "../../trees/limbs.ts";
import { timber } from "../../trees/tree.ts";
import { cuttingWheel } from "./wheel.ts";

/** The ground in section: the place of the stump, and the bowl that the grinder leaves, 6 to 12 in deep. */
export default function stumpDepth() {
  const scene = new Scene(morning, { seed: 81 });
  const { weather, rng } = scene;
  const ground = 430;
  // 18 units are an inch.
  const inch = 18;
  const line = token("canopy-950");
  const paper = token("paper-50");
  const chips = "#cfa673";
  const six = ground + 6 * inch;
  const twelve = ground + 12 * inch;
  const layer = (top: string, color: string) => scene.ground(new Path().curve(points(top)), color);
  const bowl = new Path().trace(
    "M300,0 C330,60 350,196 440,214 C560,224 660,220 740,202 C810,176 830,60 856,0 Z",
    ([x, y]) => [x, ground + y],
  );
  // The roots outside of the bowl stay in place. They spread, and few go down.
  const roots = [
    "350,560:44 230,596:30 110,616:18 8,622:6",
    "420,630:46 310,686:30 190,708:14 90,710:4",
    "560,640:36 566,720:24 548,800:8",
    "660,638:44 740,716:30 860,756:14 950,760:4",
    "800,600:44 900,676:28 1040,706:14 1160,708:5",
  ].map(limb);
  return scene.add(
    layer("0,430 600,430 1200,430", "#5b4030"),
    layer("0,560 300,574 640,690 900,580 1200,566", "#8a5f42"),
    layer("0,730 400,742 700,778 1200,724", "#a9764f"),
    timber(wooden(rng, roots), weather.wood),
    // Stones and a worm.
    ellipse(150, 640, 22, 13, "#b79b80"),
    ellipse(1060, 640, 26, 15, "#b79b80"),
    ellipse(930, 800, 18, 11, "#c7ad92"),
    ellipse(240, 836, 20, 12, "#c7ad92"),
    ellipse(1010, 850, 12, 8, "#c7ad92"),
    stroked("M96 520q14-14 28 0t28 0", "#d49a86", 8),
    // The bowl, filled with the chips of the stump.
    filled(bowl, mixed(chips, "#5b4030", 0.35)),
    scene.chips(580, ground + 84, 246, 92, 22, 0.6, chips),
    scene.chips(580, ground + 90, 236, 86, 18, 0.2, "#f0d9ac"),
    filled(`M290 ${ground}q120-56 270-58t310 58q-280 26-580 0z`, chips),
    scene.chips(580, ground - 16, 230, 26, 20, 0.5, "#f0d9ac"),
    // The turf.
    filled(`M0 ${ground - 14}H300l-14 34H0zM870 ${ground - 14}h330v34H884z`, weather.lawn.shade),
    filled(`M0 ${ground - 14}H300l-5 12H0zM870 ${ground - 14}h330v12H875z`, weather.lawn.body),
    scene.grass([0, ground - 8], [284, ground - 8], 26, 34, 5, weather.lawn.body),
    scene.grass([886, ground - 8], [1200, ground - 8], 26, 36, 5, weather.lawn.body),
    // The outline of the stump that is gone.
    dashed(`M392 ${ground - 4}q34-70 32-220q150-44 300 0q-2 150 34 220`, line, 4),
    dashed(`M424 ${ground - 224}q150 46 300 0`, line, 4),
    // The depths.
    dashed(`M300 ${ground}H1010M300 ${six}H1010M420 ${twelve}H1150`, paper, 2.5, "4 12"),
    dimension([930, ground], [930, six], "6 in", paper, { size: 54, beside: 84 }),
    dimension([1130, ground], [1130, twelve], "12 in", paper, { size: 54, at: 0.76, beside: -100 }),
    // The wheel on its arm, 18 in across.
    filled("M720 366L1200 96V0h-90L676 292z", "#66716f"),
    filled("M676 292L1110 0h46L690 322z", "#9aa5a3"),
    placed(700, 356, 0.366, cuttingWheel(scene)),
    filled("M528 330a174 174 0 0 1 338-30l-44 18a126 126 0 0 0-246 20z", token("orange-500")),
    filled("M740 186a174 174 0 0 1 126 114l-44 18a126 126 0 0 0-84-86z", token("orange-600")),
    placed(130, ground - 12, 5.3, boot),
  );
}
