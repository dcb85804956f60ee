import { type Point, polar } from "../../geometry.ts";
import { evening, mixed } from "../../palette.ts";
import { house } from "../../props/house.ts";
import { stumpGrinder } from "../../props/machines.ts";
import { stump } from "../../props/timber.ts";
import { Scene } from "../../scene.ts";
import { dashed, ellipse, Path, placed, stroked } from "../../svg.ts";
import { overhang } from "../../trees/overhang.ts";

/** The grinder at work: its wheel cuts into a wide stump, and chips fly. */
export default function grinding() {
  const scene = new Scene(evening, { seed: 91, run: 1.2, fall: 0.2 });
  const { weather, shadows, rng } = scene;
  const chips = "#e3bd84";
  shadows.plane([250, 720], [520, 800], [760, 812], [640, 742]);
  shadows.plane([580, 800], [830, 806], [1010, 838], [760, 840]);
  const flying = new Path();
  for (let i = 0; i < 90; i++) {
    const reach = rng.between(0.1, 1);
    const [x, y] = polar(560, 690, rng.between(2.5, 4.3), 360 * reach, 250 * reach);
    const from: Point = [x, y + reach * reach * 70];
    flying.move(...from).line(polar(...from, rng.between(0, 3), 13));
  }
  return scene.add(
    scene.stage([150, 210, 70], 560, { seed: 92, trees: 112 }),
    scene.cloud(560, 150, 280, 4),
    placed(960, 590, 0.66, house(weather)),
    shadows,
    scene.meadow({ left: 0, right: 1200, top: 600, bottom: 900 }, 110),
    ellipse(400, 772, 330, 58, mixed(chips, weather.earth, 0.5)),
    scene.chips(400, 772, 330, 58, 20, 0.6, chips),
    placed(360, 762, 2.3, stump(76, 62, weather.wood, 7)),
    stroked(flying, chips, 6),
    dashed(flying, "#fff1cf", 3, "3 120"),
    placed(740, 806, 2.7, stumpGrinder),
    scene.person("pushing", 967, 820, 3.5, { left: true }),
    overhang(weather, { x: 1230, y: -30, width: -560, drop: 170, seed: 6 }),
    scene.grass([60, 830], [240, 846], 18, 16, 3.5),
  );
}
