import { crew } from "../../figures.ts";
import type { Point } from "../../geometry.ts";
import { mixed, morning } from "../../palette.ts";
import { townhouses } from "../../props/homes.ts";
import { stumpGrinder } from "../../props/machines.ts";
import { cone } from "../../props/rigging.ts";
import { stump } from "../../props/timber.ts";
import { truck, truckOutline } from "../../props/truck.ts";
import { wheelbarrow } from "../../props/yard.ts";
import { Scene } from "../../scene.ts";
import { dashed, ellipse, filled, type Markup, Path, placed, stroked } from "../../svg.ts";
import { loblollyPine } from "../../trees/loblolly-pine.ts";
import { overhang } from "../../trees/overhang.ts";

/** A row of stumps along a fence. The distant ones are ground away, and the grinder is at the third. */
export default function stumpRow() {
  const scene = new Scene(morning, { seed: 14, run: 0.9, fall: 0.24 });
  const { weather, shadows } = scene;
  const chips = "#c99f6b";
  const bed = (x: number, y: number, r: number): Markup =>
    ellipse(x, y, r, r * 0.28, mixed(chips, weather.earth, 0.45)) +
    scene.chips(x, y, r, r * 0.3, r * 0.14, 0.5, chips);
  const remains = (x: number, y: number, scale: number, height: number, seed: number): Markup => {
    const at = (dx: number, dy: number): Point => [x + dx * scale, y + dy * scale];
    shadows.plane([x, y + 10], at(40, 14), at(220, 30), [x + 210 * scale, y + 4], at(70, -56));
    return placed(x, y, scale, stump(62, height, weather.wood, seed));
  };
  // The gaps between the boards of the fence, which runs toward its vanishing point.
  const gaps = new Path();
  for (let x = 0; x < 930; x += 34 - (x / 930) * 22)
    gaps.move(x, 560).line([x, 690 - (x / 930) * 86]);
  return scene.add(
    scene.stage([210, 190, 66], 560, { seed: 21, trees: 110 }),
    scene.cloud(560, 150, 260, 5),
    placed(330, 596, 0.82, townhouses(weather)),
    // The fence, which runs away from the viewer.
    filled("M0 560H930V604L0 690z", mixed(weather.wood.cut, weather.haze, 0.3)),
    stroked(gaps, mixed(weather.wood.cut, weather.wood.shade, 0.36), 3),
    stroked("M0 566H930", mixed(weather.wood.cut, weather.wood.shade, 0.36), 4),
    shadows,
    scene.meadow({ left: 0, right: 1200, top: 640, bottom: 900 }, 100),
    scene.plant(loblollyPine({ detail: 0.62 }), 1090, 640, 0.5),
    scene.shaded(1010, 622, 0.5, truck(weather), truckOutline),
    bed(874, 652, 62),
    bed(786, 690, 84),
    bed(650, 742, 150),
    // The stump that is half gone: the wheel has cut into it from the right.
    remains(650, 734, 0.76, 30, 2),
    dashed(
      "M668 712q20-70 60-96M676 706q34-44 80-56M660 716q-2-60 20-104M684 716q40-20 78-18",
      chips,
      5,
      "1 13",
    ),
    placed(796, 752, 1, stumpGrinder),
    scene.person("pushing", 884, 754, 1.26, { left: true, clothes: crew[1] }),
    remains(450, 796, 1.02, 52, 3),
    remains(160, 858, 1.4, 60, 4),
    placed(1040, 850, 1.5, wheelbarrow(weather)),
    scene.person("pushing", 1124, 866, 1.5, { left: true }),
    scene.repeat(cone, [580, 870, 1.2], [320, 884, 1.3]),
    overhang(weather, { x: -30, y: -20, width: 560, drop: 150, seed: 4 }),
  );
}
